import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const directory = join(import.meta.dirname, 'migrations')

/** What a process of the previous release could stumble over. Comments do not count. */
const narrowing = [
  /\brename\b/i,
  /\bdrop\b(?!\s+(?:default|not\s+null))/i,
  /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\btruncate\b/i,
  /\brevoke\b/i,
  /\badd\s+column\b(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
]

const faultsOf = (sql: string): string[] => {
  const code = sql
    .replaceAll(/--[^\n]*/g, '')
    // No process of the previous release calls a function that the same migration creates.
    .replaceAll(/\brevoke all on function (\w+)\([^)]*\) from public;/gi, (revoked, name) =>
      sql.includes(`create function ${name}(`) ? '' : revoked,
    )
  return narrowing.filter((pattern) => pattern.test(code)).map(String)
}

test('a migration that is marked expand-only renames, drops and narrows nothing', () => {
  for (const name of readdirSync(directory)) {
    const sql = readFileSync(join(directory, name), 'utf8')
    if (sql.startsWith('-- expand-only\n')) expect(faultsOf(sql), name).toEqual([])
  }
})

test('every migration after the rule is marked, so that a rolling upgrade works', () => {
  const later = readdirSync(directory).filter((name) => name.endsWith('.sql') && name > '020')
  const unmarked = later.filter(
    (name) => !readFileSync(join(directory, name), 'utf8').startsWith('-- expand-only\n'),
  )
  expect(later.length).toBeGreaterThan(5)
  expect(unmarked).toEqual([])
})

test.each([
  'alter table a rename column b to c',
  'drop table a',
  'alter table a drop column b',
  'alter table a alter column b type text',
  'alter table a alter column b set not null',
  'alter table a add column b int not null',
  'revoke all on function f(text) from public;',
])('a change that the previous release cannot work with is found: %s', (sql) => {
  expect(faultsOf(sql)).not.toEqual([])
})

test.each([
  '-- drop nothing\ncreate table a (b int not null)',
  'alter table a add column b int not null default 0',
  'alter table a add column b int, add column c text',
  'alter table a alter column b drop not null',
  'create index on a (b)',
])('not an expansion: %s', (sql) => {
  expect(faultsOf(sql)).toEqual([])
})
