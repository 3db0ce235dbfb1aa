import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { knownRetries } from './known-retries.ts'

const repository = join(import.meta.dirname, '..')

/** Runs vitest itself on the given files, and returns the code of its exit and the lines it printed that count. */
const countLines = async (files: Record<string, string>, Ci = ''): Promise<(string | number)[]> => {
  const directory = await mkdtemp(join(import.meta.dirname, '.count-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      const path = join(directory, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
    await writeFile(
      join(directory, 'vitest.config.ts'),
      `import CountReporter from '../count-reporter.ts'
       export default { test: { reporters: ['default', new CountReporter()] } }`,
    )
    const vitest = join(repository, 'node_modules', 'vitest', 'vitest.mjs')
    const args = [vitest, 'run', '--retry', '1', '--root', directory]
    return await new Promise((resolve) =>
      execFile(process.execPath, args, { env: { ...process.env, CI: Ci } }, (error, stdout) =>
        resolve([
          error ? Number(error.code) : 0,
          ...stdout.split('\n').filter((line) => /^\d+ passed, |^retried|^skipped|^ {2}first$/.test(line)),
        ]),
      ),
    )
  } finally {
    await rm(directory, { recursive: true })
  }
}

const good = `import { test } from 'vitest'; test('a', () => {}); test('b', () => {})`

test('a run ends with one line that counts passed and failed tests', async () => {
  expect(await countLines({ 'good.test.ts': good })).toEqual([0, '2 passed, 0 failed'])
})

test('failures outside a test count too, and a skipped test that says why is named', async () => {
  const lines = await countLines({
    'good.test.ts': good,
    'bad.test.ts': `import { test } from 'vitest'; test('c', () => { throw new Error('c') }); test.skip('d', () => {})
      test('e', ({ skip }) => skip('no PHP'))`,
    'broken.test.ts': `throw new Error('does not load')`,
  })
  expect(lines).toEqual([1, 'skipped: bad.test.ts > e: no PHP', '2 passed, 2 failed, 2 skipped'])
})

test('a retry is named with its cause, and in CI one that is not in the list is a failure', async () => {
  const [known = ''] = Object.keys(knownRetries)
  const [file = '', title = ''] = known.split(' > ')
  const flaky = `import { test } from 'vitest'
    let runs = 0
    test('${title}', () => { if (runs++ === 0) throw new Error('first') })`
  const files = { 'a.test.ts': flaky, [file]: flaky }
  const retried = [`retried: a.test.ts > ${title}`, '  first', `retried, known: ${known}`, '  first']
  expect((await countLines(files)).toSorted()).toEqual([0, '2 passed, 0 failed', ...retried].toSorted())
  expect((await countLines(files, 'true')).toSorted()).toEqual(
    [1, '2 passed, 1 failed', ...retried].toSorted(),
  )
})
