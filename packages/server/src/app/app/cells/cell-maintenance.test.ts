import { databaseNow, dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { testPlatform } from '../../../testing/platform.ts'
import { runMaintenance } from '../maintenance.ts'
import { maintenanceOfCell } from './cell-maintenance.ts'

let cell: TestDatabase
beforeAll(async () => {
  cell = await createTestDatabase()
})
afterAll(() => cell.drop())

test.each([
  ['two minutes ahead of home', -120_000, 0],
  ['two minutes behind home', 120_000, 0],
  ['that of home', 0, 1],
])('a cell whose clock is %s', async (_what, homeIsAheadMs, expectedRuns) => {
  const homeMs = (await databaseNow(cell.pool)) + homeIsAheadMs
  const lines: string[] = []
  const shared = { nowMs: homeMs, rootKey: Buffer.alloc(32) }
  const platform = testPlatform(cell, cell.pool, (line) => lines.push(line), shared)
  const touched: string[] = []
  const daySalts = {
    ...platform.daySalts,
    createComing: async () => void touched.push('created'),
    erasePast: async () => void touched.push('erased'),
  }
  let runs = 0
  const retention = [async () => void runs++]
  // A process has more than it needs in one object.
  const given = { ...platform, daySalts, homePool: cell.pool, role: 'all' as const }
  await runMaintenance(maintenanceOfCell(given, { retention, keptDays: [], hourly: [] }))
  expect(runs).toBe(expectedRuns)
  expect(touched).toEqual([])
  const warned = lines.filter((line) => line.includes('clocks of the cell and of home differ'))
  expect(warned).toHaveLength(1 - expectedRuns)
})

const keptLines = (lines: string[]) => lines.filter((line) => line.includes('are kept')).toSorted()
const isAway = { query: () => Promise.reject(new Error('Home is away.')) } as unknown as pg.Pool

test('a cell without archived days keeps the days that an archive keeps while home is archived or away', async () => {
  const home = await createTestDatabase()
  const nowMs = await databaseNow(cell.pool)
  const day = dayOf(nowMs - 150 * dayMs)
  const tables = ['call_charges', 'events', 'results']
  for (const table of tables) await cell.pool.query('select create_partition($1, $2)', [table, day])
  const lines: string[] = []
  const shared = { nowMs, rootKey: Buffer.alloc(32) }
  const platform = testPlatform(cell, cell.pool, (line) => lines.push(line), shared)
  const run = (homePool: pg.Pool) =>
    runMaintenance(
      maintenanceOfCell({ ...platform, homePool, role: 'all' }, { retention: [], keptDays: [], hourly: [] }),
    )
  const detached = async () =>
    (await cell.pool.query('select table_name from detached_partitions order by 1')).rows.map(
      ({ table_name }) => table_name,
    )
  try {
    await home.pool.query(
      `insert into archived_days (number, table_name, day, rows, bytes, manifest_sha256, archived_at)
       values (1, 'audit_entries', '2026-01-01', 0, 0, sha256(''), now())`,
    )
    for (const homePool of [home.pool, isAway]) {
      await run(homePool)
      expect(await detached()).toEqual(['results'])
      expect(keptLines(lines.splice(0))).toEqual([
        expect.stringContaining('call_charges: 1 days past their retention are kept'),
        expect.stringContaining('events: 1 days past their retention are kept'),
      ])
    }
    await home.pool.query('truncate archived_days')
    await run(home.pool)
    expect(await detached()).toEqual(tables)
  } finally {
    await home.drop()
  }
})
