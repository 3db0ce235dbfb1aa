import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tableKinds } from '../packages/foundation/src/storage/index.ts'
import { sqlTextsOf, writtenTablesOf } from './sql-texts.ts'
import { tableOwners } from './table-owners.ts'

const root = join(import.meta.dirname, '..')
const home = 'packages/server/src/'
const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).filter(
  (path) => !/\.test\.ts$|\/testing\/|\.generated\.ts$/.test(path),
)

/** The module of a file: the longest owner that its path begins with, else its first folder. */
const moduleOf = (path: string): string => {
  const inside = path.startsWith(home) ? path.slice(home.length) : path
  const owners = Object.values(tableOwners).toSorted((a, b) => b.length - a.length)
  return owners.find((owner) => inside.startsWith(`${owner}/`)) ?? (inside.split('/')[0] as string)
}

/** `module writes table`, with the places, for every write that is not by the owner. */
const foreignWrites = (files: { path: string; source: string }[]): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const { path, source } of files)
    for (const { text, line } of sqlTextsOf(path, source))
      for (const table of writtenTablesOf(text)) {
        const module = moduleOf(path)
        if (!(table in tableKinds) || tableOwners[table] === module) continue
        const key = `${module} writes ${table}`
        found.set(key, [...(found.get(key) ?? []), `${path}:${line}`])
      }
  return found
}

const read = (path: string) => ({ path, source: readFileSync(join(root, path), 'utf8') })

test('every table has one owner', () => {
  expect(Object.keys(tableOwners).toSorted()).toEqual(Object.keys(tableKinds).toSorted())
})

test('a module writes only its own tables', () => {
  const found = foreignWrites(sources.map(read))
  expect([...found].map(([key, at]) => `${key} at ${at}`)).toEqual([])
})

test('a planted write to the table of another module is seen', () => {
  const path = `${home}services/age/planted.ts`
  for (const text of [
    'insert into results (a) values (1)',
    'update only results set a = 1',
    'with gone as (delete from results returning 1) select 1',
  ]) {
    const source = `export const statement = \`${text}\``
    expect([...foreignWrites([{ path, source }]).keys()]).toEqual(['services writes results'])
  }
  const reading = 'export const statement = `select a from results for update skip locked`'
  expect(foreignWrites([{ path, source: reading }]).size).toBe(0)
})
