import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInMemory } from './testing/run-in-memory.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/production-checklist.md'), 'utf8')
const [requirements = '', trials = ''] = page.split('## See it first')

const rowsOf = (text: string): string[] => (text.match(/^\| .*\|$/gm) ?? []).slice(1)
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const isCommand = (code: string) => /^(?:npx|npm|curl|kill|journalctl) /.test(code)

test('each line has a command', () => {
  const rows = [...rowsOf(requirements), ...rowsOf(trials)]
  expect(rows.length).toBeGreaterThan(25)
  expect(rows.filter((row) => !codesIn(row).some(isCommand))).toEqual([])
})

const commands = [...new Set(codesIn(page).flatMap((code) => /^npx nani (.+)$/.exec(code)?.[1] ?? []))]

test.each(commands)('nani %s exists, with its options', async (command) => {
  const parts = command.split(' ')
  const end = parts.findIndex((part) => !/^[a-z][a-z-]*$/.test(part))
  const words = end < 0 ? parts : parts.slice(0, end)
  const { code, out } = await runInMemory([...words, '--help'], { env: {}, cwd: '/nowhere' })
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`^Usage: nani ${words.join(' ')} `))
  for (const option of parts.filter((part) => part.startsWith('--'))) expect(out).toContain(option)
})

const tests = codesIn(page).filter((code) => code.startsWith('npx vitest run '))

test('each test of the page exists', () => {
  const paths = tests.flatMap((code) => code.split(' ').filter((part) => part.endsWith('.test.ts')))
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
