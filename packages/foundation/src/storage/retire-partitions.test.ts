import type pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { inTransaction } from './database.ts'
import { inMaintenanceTurn } from './maintenance-turn.ts'
import { dayMs, dayOf, type KeptDays, partitionName } from './partitions.ts'
import { retirePartitions } from './retire-partitions.ts'
import { partitionedTables } from './tables/tables.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const kept = partitionedTables.results
let database: TestDatabase
const opened: TestDatabase[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  opened.push(database)
})
afterEach(() => database.pool.end())
afterAll(() => Promise.all(opened.map((one) => one.drop())))

const dayAgo = (days: number) => dayOf(noon - days * dayMs)
const create = (table: string, day: string) =>
  database.pool.query('select create_partition($1, $2)', [table, day])
const retire = (nowMs = noon, set: KeptDays = {}, warn?: (line: string) => void) =>
  inMaintenanceTurn(database.pool, (client: pg.ClientBase) =>
    retirePartitions(client, nowMs, set, warn && { warn }),
  )

const daysOf = async (table: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  )
  return rows.map(({ name }) => name.slice(table.length + 1).replace(/(....)(..)(..)/, '$1-$2-$3'))
}
const tableExists = async (name: string): Promise<boolean> => {
  const { rows } = await database.pool.query('select to_regclass($1) is not null as found', [name])
  return rows[0]?.found
}
const writeResult = (day: string) =>
  database.pool.query("insert into results values ('app', $1, 'kyc_1', 'kyc_validation', 'x')", [day])
const results = async (): Promise<number> =>
  (await database.pool.query('select count(*) as count from results')).rows[0].count

test('each table keeps its partitions to the last day of its retention, and detaches them on the next', async () => {
  for (const [table, keptDays] of Object.entries(partitionedTables)) {
    await create(table, dayAgo(keptDays))
    await create(table, dayAgo(keptDays + 1))
  }
  await retire()
  for (const [table, keptDays] of Object.entries(partitionedTables)) {
    expect(await daysOf(table), table).toEqual([dayAgo(keptDays)])
    expect(await tableExists(partitionName(table, dayAgo(keptDays + 1))), table).toBe(true)
  }
})

test('a setting changes how long a table is kept', async () => {
  await create('credit_score_records', dayAgo(100))
  await create('credit_score_records', dayAgo(101))
  await retire(noon, { credit_score_records: 100 })
  expect(await daysOf('credit_score_records')).toEqual([dayAgo(100)])
})

test('where the archive is used, only an archived day is detached and dropped', async () => {
  const ages = [3, 2, 1].map((days) => dayAgo(partitionedTables.audit_entries + days))
  const [detached = '', archived = '', attached = ''] = ages
  for (const table of ['audit_entries', 'audit_leaves']) await create(table, detached)
  await retire()
  expect(await daysOf('audit_entries')).toEqual([])
  for (const table of ['audit_entries', 'audit_leaves'])
    for (const day of [archived, attached]) await create(table, day)
  await database.pool.query(
    `insert into archived_days (number, table_name, day, rows, bytes, manifest_sha256, archived_at)
     values (1, 'audit_entries', $1, 0, 0, $2, now())`,
    [archived, Buffer.alloc(32)],
  )
  const warnings: string[] = []
  await retire(noon + dayMs, {}, (line) => warnings.push(line))
  await retire(noon + 2 * dayMs)
  for (const table of ['audit_entries', 'audit_leaves']) {
    expect(await daysOf(table)).toEqual([attached])
    expect(await tableExists(partitionName(table, detached))).toBe(true)
    expect(await tableExists(partitionName(table, archived))).toBe(false)
  }
  expect(warnings).toEqual([
    expect.stringContaining('audit_entries: 2 days past their retention are kept'),
    expect.stringContaining('audit_leaves: 2 days past their retention are kept'),
  ])
})

test('a detached partition is dropped a day later, not before', async () => {
  await create('results', dayAgo(kept + 1))
  const name = partitionName('results', dayAgo(kept + 1))
  await retire()
  await retire(noon + dayMs - 1)
  expect(await tableExists(name)).toBe(true)
  await retire(noon + dayMs)
  expect(await tableExists(name)).toBe(false)
  expect((await database.pool.query('select * from detached_partitions')).rows).toEqual([])
})

test('a record that names another table than its partition drops nothing', async () => {
  await create('audit_entries', dayOf(noon))
  for (const name of [partitionName('audit_entries', dayOf(noon)), 'audit_entries', 'bursts'])
    await database.pool.query(
      `insert into detached_partitions (partition_name, table_name, day, detached_at)
       values ($1, 'results', '2020-01-01', '2020-01-01')`,
      [name],
    )
  await retire()
  for (const name of [partitionName('audit_entries', dayOf(noon)), 'audit_entries', 'bursts'])
    expect(await tableExists(name), name).toBe(true)
})

test('a partition that a wrong clock detached is attached again with its rows when the clock is right', async () => {
  await create('results', dayOf(noon))
  await writeResult(dayOf(noon))
  await retire(noon + 500 * dayMs)
  expect(await results()).toBe(0)
  await retire(noon)
  expect(await results()).toBe(1)
  await retire(noon + dayMs)
  expect(await results()).toBe(1)
})

test('a partition that was detached in the future waits for a whole day from now', async () => {
  await create('results', dayAgo(kept + 1))
  await retire(noon + 500 * dayMs)
  await retire(noon)
  await retire(noon + dayMs - 1)
  expect(await tableExists(partitionName('results', dayAgo(kept + 1)))).toBe(true)
})

test('at most three partitions of a table are detached in a run, the oldest first, and three dropped', async () => {
  for (let days = 1; days <= 5; days++) await create('results', dayAgo(kept + days))
  await retire()
  expect(await daysOf('results')).toEqual([dayAgo(kept + 2), dayAgo(kept + 1)])
  await retire()
  await retire(noon + dayMs)
  const left = [1, 2, 3, 4, 5].map((days) => tableExists(partitionName('results', dayAgo(kept + days))))
  expect((await Promise.all(left)).filter(Boolean)).toHaveLength(2)
})

test('a partition with a row younger than its retention is kept, and the other tables go on', async () => {
  const old = dayAgo(partitionedTables.webhook_attempts + 1)
  await create('webhook_attempts', old)
  await create('audit_entries', dayAgo(partitionedTables.audit_entries + 1))
  await database.pool.query(
    `insert into webhook_attempts (application_id, day, event_id, attempt_id, attempt, at, url, latency_ms)
     values ('app', $1, 'evt', 'wha', 1, $2, 'https://example.org', 1)`,
    [old, new Date(noon)],
  )
  await expect(retire()).rejects.toThrow(/has a row of 2026-03-15.*within its retention/)
  expect(await daysOf('webhook_attempts')).toEqual([old])
  expect(await daysOf('audit_entries')).toEqual([])
})

test('the bounds of a partition decide, not its name', async () => {
  const today = dayOf(noon)
  await create('results', today)
  await database.pool.query(`alter table ${partitionName('results', today)} rename to results_20200101`)
  await writeResult(today)
  await retire()
  expect(await results()).toBe(1)
})

test('a backup delays a detachment and no caller: the next run finishes it', async () => {
  await create('results', dayAgo(kept + 1))
  await create('results', dayOf(noon))
  await inTransaction(database.pool, async (backup) => {
    await backup.query('lock table results in access share mode')
    await expect(retire()).rejects.toMatchObject({ code: '55P03' })
    await writeResult(dayOf(noon))
  })
  await retire()
  expect(await daysOf('results')).toEqual([dayOf(noon)])
  await retire(noon + dayMs)
  expect(await tableExists(partitionName('results', dayAgo(kept + 1)))).toBe(false)
})

test('only one process retires partitions at a time', async () => {
  let second: boolean | undefined
  const first = await inMaintenanceTurn(database.pool, async () => {
    second = await retire()
  })
  expect([first, second]).toEqual([true, false])
})
