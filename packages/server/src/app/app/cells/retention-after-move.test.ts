import { dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { forgetExpiredSignIns } from '../../../services/sign-in/index.ts'
import { testPlatform } from '../../../testing/platform.ts'
import { writeAuditEntry } from '../../audit/index.ts'
import { entryOf } from '../../audit-transparency/testing/log-world.ts'
import { forgetMoves } from '../../cells/index.ts'
import { type MoveWorld, openMoveWorld } from '../../cells/move/testing/move-world.ts'
import { type MaintenanceDependencies, runMaintenance } from '../maintenance.ts'
import { maintenanceOfCell } from './cell-maintenance.ts'

/** An organization moves, the clocks of both databases go on, and the maintenance of both runs as the server runs it. */
let world: MoveWorld
beforeEach(async () => {
  // Without the partitions of the noon of tests, which are past their retention now.
  world = await openMoveWorld('sandbox', createTestDatabase)
})
afterEach(() => world.drop())

/** The database, whose clock a test holds. Nothing else of it is different. */
const atTime = ({ pool }: TestDatabase, nowMs: number): pg.Pool =>
  Object.assign(Object.create(pool) as pg.Pool, {
    query: (...given: Parameters<pg.Pool['query']>) =>
      String(given[0]).startsWith('select floor(extract(epoch from clock_timestamp())')
        ? Promise.resolve({ rows: [{ ms: nowMs }] })
        : pool.query(...given),
  })

/** The hourly run of home and of the cell at a time. */
const maintain = async (nowMs: number): Promise<void> => {
  const [homePool, cellPool] = [atTime(world.home, nowMs), atTime(world.cell, nowMs)]
  const errors: unknown[] = []
  const shared = { nowMs, rootKey: Buffer.alloc(32) }
  const retention = [forgetMoves, forgetExpiredSignIns]
  const platform = testPlatform(world.home, homePool, () => {}, shared)
  const ofHome: MaintenanceDependencies = {
    ...{ ...platform, ownerPool: homePool, databases: [], retention, keptDays: [], hourly: [] },
    onError: (error) => void errors.push(error),
  }
  await runMaintenance(ofHome)
  const ofCell = testPlatform(world.cell, cellPool, () => {}, shared)
  await runMaintenance({
    ...maintenanceOfCell(
      { ...ofCell, ownerPool: cellPool, homePool, role: 'all' },
      { retention, keptDays: [], hourly: [] },
    ),
    databases: [],
    onError: (error) => void errors.push(error),
  })
  expect(errors).toEqual([])
}

const countIn = async ({ pool }: TestDatabase, table: string): Promise<number> =>
  Number((await pool.query(`select count(*) as count from ${table}`)).rows[0].count)
const inBoth = async (table: string) => [await countIn(world.home, table), await countIn(world.cell, table)]

const writeResult = async (pool: pg.Pool, day: string): Promise<void> => {
  await pool.query(`select create_partition('results', $1)`, [day])
  await pool.query(
    `insert into results (application_id, day, result_id, service, sealed_result)
     values ('app_one', $1, 'kyc_one', 'kyc_validation', '\\x01')`,
    [day],
  )
}
const writeSignIn = (pool: pg.Pool, createdAt: Date) =>
  pool.query(
    `insert into sign_in_requests (application_id, request_id, environment, api_key, redirect_uri, scopes,
       code_challenge, browser_hash, shown_number, sealed_browser, expires_at, created_at)
     values ('app_one', 'sgn_one', 'sandbox', 'key', 'https://shop.example', '{openid}', 'x', '\\x01', 42, '\\x01', $1, $1)`,
    [createdAt],
  )

test('rows that moved are erased in the cell on the day of their retention, and those that were left a day after the move', async () => {
  const startMs = Date.now()
  const at = (days: number) => startMs + days * dayMs
  const { home, cell, move } = world
  // Results are kept for 31 days, and requests of sign-ins for 30.
  const day = dayOf(at(-28))
  await writeResult(home.pool, day)
  await writeSignIn(home.pool, new Date(at(-29)))
  await move()
  // Requests leave with the move. Results have partitions, and stay for a day.
  expect([await inBoth('results'), await inBoth('sign_in_requests')]).toEqual([
    [1, 1],
    [0, 1],
  ])
  expect(await countIn(home, 'moved_rows')).toBeGreaterThan(0)
  await maintain(at(0.9))
  expect([await inBoth('results'), await inBoth('sign_in_requests')]).toEqual([
    [1, 1],
    [0, 1],
  ])
  await maintain(at(1.1))
  expect([await inBoth('results'), await inBoth('sign_in_requests')]).toEqual([
    [0, 1],
    [0, 0],
  ])
  expect([await countIn(home, 'moved_rows'), await countIn(home, 'move_fences')]).toEqual([0, 0])
  // Its day has ended 31 days ago.
  const endMs = Date.parse(day) + 32 * dayMs
  await maintain(endMs - 1_000)
  expect(await inBoth('results')).toEqual([0, 1])
  await maintain(endMs)
  expect(await inBoth('results')).toEqual([0, 0])
  // The partition is dropped a day later.
  const hasPartition = async () =>
    (await cell.pool.query('select from pg_class where relname = $1', [`results_${day.replaceAll('-', '')}`]))
      .rowCount === 1
  expect(await hasPartition()).toBe(true)
  await maintain(endMs + dayMs)
  expect(await hasPartition()).toBe(false)
})

test('audit entries stay where they were written after a move, until their retention ends there', async () => {
  const startMs = Date.now()
  const at = (days: number) => startMs + days * dayMs
  const { home, cell, move } = world
  // They are kept for 400 days.
  const day = dayOf(at(-398))
  for (const [id, days] of [
    ['kyc_old', -398],
    ['kyc_new', -1],
  ] as const) {
    await home.pool.query(`select create_partition('audit_entries', $1)`, [dayOf(at(days))])
    await writeAuditEntry(home.pool, entryOf('app_one', { at_ms: at(days), request_id: id }))
  }
  await move()
  await writeAuditEntry(cell.pool, entryOf('app_one', { at_ms: startMs, request_id: 'kyc_cell' }))
  await maintain(at(1.1))
  expect([await inBoth('audit_entries'), await countIn(home, 'left_applications')]).toEqual([[2, 1], 1])
  const endMs = Date.parse(day) + 401 * dayMs
  await maintain(endMs - 1_000)
  expect(await inBoth('audit_entries')).toEqual([2, 1])
  await maintain(endMs)
  expect(await inBoth('audit_entries')).toEqual([1, 1])
})
