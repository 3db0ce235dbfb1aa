import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { inTransaction } from './database.ts'
import {
  createComingPartitions,
  dayMs,
  dayOf,
  monthEndOf,
  partitionDay,
  partitionName,
} from './partitions.ts'
import { partitionedTables } from './tables/tables.ts'

const noon = Date.UTC(2026, 2, 15, 12)
let database: TestDatabase
const opened: TestDatabase[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  opened.push(database)
})
afterEach(() => database.pool.end())
afterAll(() => Promise.all(opened.map((one) => one.drop())))

const partitionsOf = async (table: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  )
  return rows.map(({ name }) => name)
}

const comingOf = (table: string) => {
  const days = Array.from({ length: 9 }, (_, index) => dayOf(noon + (index - 1) * dayMs))
  return [...new Set(days.map((day) => partitionName(table, partitionDay(table, day))))]
}

test('partitions are created from yesterday to seven days ahead, by several processes at once', async () => {
  await Promise.all([1, 2, 3].map(() => createComingPartitions(database.pool, noon)))
  for (const table of Object.keys(partitionedTables))
    expect(await partitionsOf(table)).toEqual(comingOf(table))
})

test('a created partition has the keys and the storage of its table', async () => {
  await createComingPartitions(database.pool, noon)
  const { rows } = await database.pool.query(
    `select c.reloptions as options, a.attstorage as storage,
       (select count(*) from pg_index i where i.indrelid = c.oid and i.indisprimary) as keys
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'sealed_result'
     where c.relname = $1`,
    [partitionName('results', dayOf(noon))],
  )
  expect(rows).toEqual([{ options: ['toast_tuple_target=8160'], storage: 'e', keys: 1 }])
})

test('while a backup reads every table, partitions are created and rows are written', async () => {
  await createComingPartitions(database.pool, noon)
  await inTransaction(database.pool, async (backup) => {
    for (const table of Object.keys(partitionedTables))
      await backup.query(`lock table ${table} in access share mode`)
    await createComingPartitions(database.pool, noon + dayMs)
    await database.pool.query("insert into nonces values ('app', 'key', $1, gen_random_uuid())", [
      dayOf(noon + 8 * dayMs),
    ])
  })
  expect(await partitionsOf('results')).toHaveLength(10)
})

test('a table that fails does not stop the tables after it', async () => {
  await database.pool.query(`create table ${partitionName('nonces', dayOf(noon))} (other integer)`)
  await expect(createComingPartitions(database.pool, noon)).rejects.toThrow(/column "other"/)
  for (const table of ['results', 'face_reasons']) expect(await partitionsOf(table)).toEqual(comingOf(table))
})

test('a table that is locked for long fails on its own, and the other tables have their partitions', async () => {
  await inTransaction(database.pool, async (holder) => {
    await holder.query('lock table batch_items in access exclusive mode')
    await expect(createComingPartitions(database.pool, noon)).rejects.toMatchObject({ code: '55P03' })
    expect(await partitionsOf('events')).toEqual(comingOf('events'))
  })
})

test('a table that is kept for years has a partition for each month, of its last day', async () => {
  await createComingPartitions(database.pool, Date.UTC(2026, 1, 24, 12))
  expect(await partitionsOf('credit_score_records')).toEqual([
    'credit_score_records_20260228',
    'credit_score_records_20260331',
  ])
  expect(['2026-01-31', '2028-02-01', '2026-12-01'].map(monthEndOf)).toEqual([
    '2026-01-31',
    '2028-02-29',
    '2026-12-31',
  ])
})

test('days are those of UTC', () => {
  expect(dayOf(Date.parse('2026-03-15T23:59:59.999Z'))).toBe('2026-03-15')
  expect(dayOf(Date.parse('2026-03-16T00:00:00+01:00'))).toBe('2026-03-15')
})
