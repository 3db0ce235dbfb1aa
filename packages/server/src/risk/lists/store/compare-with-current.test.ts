import { sourceText } from '@nani/engines/list-formats/testing/source-text.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { importText } from '../testing/import-text.ts'
import type { ChangedEntry } from './changed-entries.ts'
import { compareWithCurrent, type StagedChanges } from './compare-with-current.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await importText(database.pool, 'pep', lines(people))
})
afterAll(() => database.drop())

const person = (id: string, name: string) => ({
  ...{ id, caption: name, schema: 'Person', referents: [], datasets: ['d'], target: true },
  ...{ last_seen: '2026-01-15T00:00:00', properties: { name: [name], topics: ['role.pep'] } },
})
const people = [person('Q1', 'Minister'), person('Q2', 'Deputy'), person('Q3', 'Judge')]
const lines = (items: object[]) => items.map((item) => JSON.stringify(item)).join('\n')
const renamed = person('Q1', 'First Minister')
const fresh = person('Q4', 'Governor')

const stored = async () => {
  const tables = ['list_ftm_entities', 'list_entries', 'list_versions']
  const { rows } = await database.pool.query(
    tables
      .map(
        (table) => `select '${table}' as name, array_agg(t::text order by t::text) as rows from ${table} t`,
      )
      .join(' union all '),
  )
  return rows
}

const compare = async (text: string, work: (changes: StagedChanges) => Promise<unknown> = async () => {}) => {
  const kept: ChangedEntry[] = []
  const answer = await compareWithCurrent(
    database.pool,
    { list: 'pep', files: [sourceText(text, 'file', 4_096)] },
    {
      async keep(groups) {
        for await (const group of groups) kept.push(...group)
      },
      async work(changes) {
        await work(changes)
        const added = []
        for await (const group of changes.added()) added.push(...group.map(({ names }) => names[0]?.name))
        const found = await changes.find([1, 2])
        return {
          added,
          left: [...changes.left].toSorted(),
          counts: changes.counts,
          found: found.map(({ entry }) => entry.reference),
        }
      },
    },
  )
  return { ...answer, kept: kept.map(({ reference }) => reference) }
}

test.each([
  ['a whole file', lines([renamed, people[2] as object, fresh]), ['Q1', 'Q2']],
  [
    'a delta',
    lines([
      { op: 'MOD', entity: renamed },
      { op: 'ADD', entity: fresh },
      { op: 'DEL', entity: people[1] },
    ]),
    ['Q1', 'Q2'],
  ],
])('the comparison of %s passes its changes, and changes no table', async (_what, text, left) => {
  const before = await stored()
  expect(await compare(text)).toMatchObject({
    ...{ added: ['First Minister', 'Governor'], left, found: ['Q1', 'Q4'], kept: ['Q1', 'Q4', 'Q2'] },
    counts: { added: 1, changed: 1, removed: 1, entries: 3 },
  })
  expect(await stored()).toEqual(before)
})

test('while the changes are used, the list is locked and no transaction is open', async () => {
  let seen: unknown
  await compare(lines([renamed]), async () => {
    const { rows } = await database.pool.query(
      `select pg_try_advisory_lock(hashtext('nani list pep everyone')) as is_free,
         (select count(*)::int from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
            and xact_start is not null) as open`,
    )
    seen = rows[0]
  })
  expect(seen).toEqual({ is_free: false, open: 0 })
})
