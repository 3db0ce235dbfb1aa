import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const maxEntries = 40
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Entry = { term: string; fieldTerm: string; french: string; meaning: string }

const entriesOf = (page: string): Entry[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Our term'))
    .map((line) => {
      const [term = '', fieldTerm = '', french = '', meaning = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return { term, fieldTerm, french, meaning }
    })

const entries = entriesOf(read('docs/glossary.md'))

const text = globSync('{packages,acceptance,bench,testing,docs}/**/*.{ts,md}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|glossary[^/]*|\.[^/]+)$/.test(name),
})
  .map(read)
  .join('\n')

// "audit log" is also in use as auditLog, audit_log and audit-log; a word may have an ending.
const isUsedIn = (where: string, term: string): boolean =>
  new RegExp(`(?<![a-z])${term.split(' ').join('[\\s_-]*')}`, 'i').test(where)

test('the glossary has at most 40 complete entries', () => {
  expect(entries.length).toBeGreaterThan(20)
  expect(entries.length).toBeLessThanOrEqual(maxEntries)
  expect(entries.filter((entry) => Object.values(entry).some((cell) => cell === ''))).toEqual([])
})

test('the entries are in alphabetical order, each once', () => {
  const terms = entries.map(({ term }) => term.toLowerCase())
  expect(terms).toEqual([...new Set(terms)].sort((a, b) => a.localeCompare(b, 'en')))
})

test('every term is in use outside the glossary', () => {
  expect(entries.filter(({ term }) => !isUsedIn(text, term)).map(({ term }) => term)).toEqual([])
})

test('an incomplete entry and an unused term are found', () => {
  expect(entriesOf('| Our term | a | b | c |\n|---|---|---|---|\n| x | y | | z |')).toEqual([
    { term: 'x', fieldTerm: 'y', french: '', meaning: 'z' },
  ])
  expect(isUsedIn('const auditLog = 1', 'audit log')).toBe(true)
  expect(isUsedIn('the vaults are open', 'vault')).toBe(true)
  expect(isUsedIn('an invaulted thing', 'vault')).toBe(false)
})
