import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tables } from '../packages/foundation/src/storage/index.ts'
import { folderOf, moduleOf } from './layer-violations.ts'
import { layers } from './layers.ts'
import { sqlTextsOf, tablesOf, writtenTablesOf } from './sql-texts.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).filter(
  (path) => !/\.(test|fixture)\.ts$|\/testing\/|\.generated\.ts$/.test(path),
)

/** `module writes table`, with the places, for every write that is not by the owner. */
const foreignWrites = (files: { path: string; source: string }[]): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const { path, source } of files)
    for (const { text, line } of sqlTextsOf(path, source))
      for (const table of writtenTablesOf(text)) {
        const module = moduleOf(path) ?? path
        if (!(table in tables) || tables[table]?.owner === module) continue
        const key = `${module} writes ${table}`
        found.set(key, [...(found.get(key) ?? []), `${path}:${line}`])
      }
  return found
}

/** `module reads table`, with the places, for every read that is not by the owner. */
const foreignReads = (files: { path: string; source: string }[]): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const { path, source } of files)
    for (const { text, line } of sqlTextsOf(path, source))
      for (const table of tablesOf(text)) {
        const module = moduleOf(path) ?? path
        if (!(table in tables) || tables[table]?.owner === module) continue
        const key = `${module} reads ${table}`
        found.set(key, [...(found.get(key) ?? []), `${path}:${line}`])
      }
  return found
}

const listedReads = new Set(
  Object.entries(tables).flatMap(([table, { readers = [] }]) =>
    readers.map((reader) => `${reader} reads ${table}`),
  ),
)

const read = (path: string) => ({ path, source: readFileSync(join(root, path), 'utf8') })

test('owners and readers are modules', () => {
  const isModule = (name: string): boolean => layers.flat().includes(name) || name.startsWith('services/')
  const named = Object.values(tables).flatMap(({ owner, readers = [] }) => [owner, ...readers])
  expect(named.filter((name) => !isModule(name))).toEqual([])
})

test('a module reads the tables of another module only if it is listed as a reader', () => {
  const found = foreignReads(sources.map(read))
  const unlisted = [...found].filter(([key]) => !listedReads.has(key)).map(([key, at]) => `${key} at ${at}`)
  expect(unlisted, 'call the owner, or add the reader to storage/tables').toEqual([])
  expect([...listedReads].filter((key) => !found.has(key))).toEqual([])
})

test('a planted read of the table of another module is seen', () => {
  const path = `${folderOf('services/age')}/planted.ts`
  const source = 'export const statement = `select 1 from jobs j join results r using (application_id)`'
  const found = foreignReads([{ path, source }])
  expect([...found.keys()]).toEqual(['services/age reads jobs', 'services/age reads results'])
  expect([...found.keys()].filter((key) => listedReads.has(key))).toEqual([])
})

test('a module writes only its own tables', () => {
  const found = foreignWrites(sources.map(read))
  expect([...found].map(([key, at]) => `${key} at ${at}`)).toEqual([])
})

test('a planted write to the table of another module is seen', () => {
  const path = `${folderOf('services/age')}/planted.ts`
  for (const text of [
    'insert into results (a) values (1)',
    'update only results set a = 1',
    'with gone as (delete from results returning 1) select 1',
  ]) {
    const source = `export const statement = \`${text}\``
    expect([...foreignWrites([{ path, source }]).keys()]).toEqual(['services/age writes results'])
  }
  const reading = 'export const statement = `select a from results for update skip locked`'
  expect(foreignWrites([{ path, source: reading }]).size).toBe(0)
})
