import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '..')

/** Runs vitest itself on the given files, and returns the lines it printed that count. */
const countLines = async (files: Record<string, string>): Promise<string[]> => {
  const directory = await mkdtemp(join(import.meta.dirname, '.count-'))
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
    await writeFile(
      join(directory, 'vitest.config.ts'),
      `import CountReporter from '../count-reporter.ts'
       export default { test: { reporters: ['default', new CountReporter()] } }`,
    )
    const vitest = join(repository, 'node_modules', 'vitest', 'vitest.mjs')
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, [vitest, 'run', '--root', directory], (_, stdout) => resolve(stdout)),
    )
    return output.split('\n').filter((line) => /^\d+ passed, /.test(line))
  } finally {
    await rm(directory, { recursive: true })
  }
}

const good = `import { test } from 'vitest'; test('a', () => {}); test('b', () => {})`

test('a run ends with one line that counts passed and failed tests', async () => {
  expect(await countLines({ 'good.test.ts': good })).toEqual(['2 passed, 0 failed'])
})

test('failures outside a test count too, and skipped tests are named', async () => {
  const lines = await countLines({
    'good.test.ts': good,
    'bad.test.ts': `import { test } from 'vitest'; test('c', () => { throw new Error('c') }); test.skip('d', () => {})`,
    'broken.test.ts': `throw new Error('does not load')`,
  })
  expect(lines).toEqual(['2 passed, 2 failed, 1 skipped'])
})
