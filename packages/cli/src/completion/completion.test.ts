import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../run.ts'
import { sayInMemory } from '../testing/run-in-memory.ts'

const say = (...args: string[]) => sayInMemory(run, args, { env: {}, cwd: import.meta.dirname })
const wordsFor = async (...typed: string[]) =>
  (await say('complete', '--', ...typed)).out.split('\n').map((line) => line.split('\t')[0])

test('commands, commands of a group and options are completed from the commands themselves', async () => {
  expect(await wordsFor('k')).toEqual(['kyc', 'kyb', ''])
  expect(await wordsFor('credit', '')).toEqual(expect.arrayContaining(['consent', 'score']))
  expect(await wordsFor('credit', 'consent', 're')).toEqual(['request', ''])
  expect(await wordsFor('kyc', 'COD-0000-0000-0001', '--pu')).toEqual(['--purpose', ''])
})

test('the value of an option is no command, and known values are completed', async () => {
  expect(await wordsFor('kyc', '--purpose', '')).toEqual([''])
  expect(await wordsFor('completion', '')).toEqual(['bash', 'zsh', 'fish', ''])
  expect(await wordsFor('')).not.toContain('complete')
})

test('the script of bash completes a word with the command that is installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-completion-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'nani')
  writeFileSync(
    program,
    `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, '../main.ts')}" "$@"\n`,
  )
  chmodSync(program, 0o755)
  writeFileSync(join(folder, 'script'), (await say('completion', 'bash')).out)
  const typed = `source ${join(folder, 'script')}; COMP_WORDS=(nani credit s); COMP_CWORD=2; _nani; echo "\${COMPREPLY[@]}"`
  const completed = execFileSync('bash', ['-c', typed], {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  })
  expect(completed).toBe('score\n')
})

test('another shell is refused', async () => {
  expect((await say('completion', 'csh')).code).toBe(2)
})
