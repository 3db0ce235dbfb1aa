import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { arrivalOf, faultOfAge, faultOfCopies, writeHeartbeat } from './check-cells.ts'

let home: TestDatabase
let cell: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
  cell = await createTestDatabase()
})
afterAll(async () => {
  await home.drop()
  await cell.drop()
})

test('a cell that gets no copies is behind, and a newer heartbeat shows that they follow again', async () => {
  const beat = await writeHeartbeat(home.pool)
  expect(await arrivalOf(cell.pool, beat, 0)).toBe(null)
  await writeHeartbeat(cell.pool)
  expect(await arrivalOf(cell.pool, beat, 0)).toEqual(expect.any(Number))
  const next = await writeHeartbeat(home.pool)
  expect(await arrivalOf(cell.pool, next, 0)).toBe(null)
})

test('after the clock of home was set back, the next heartbeat has the time of now', async () => {
  await home.pool.query(`update home_heartbeats set beat_at = now() + interval '1 hour'`)
  await writeHeartbeat(home.pool)
  const { rows } = await home.pool.query('select beat_at <= clock_timestamp() as past from home_heartbeats')
  expect(rows).toEqual([{ past: true }])
})

test('copies that are not complete, too old or of the future are not used', async () => {
  // The database of the test has no subscription.
  expect(await faultOfCopies(cell.pool)).toContain('It has no complete copy of')
  expect([-30_001, -30_000, 0, 30_000, 30_001, null].map(faultOfAge)).toEqual([
    expect.stringContaining('behind the clock of home'),
    ...[null, null, null],
    ...[expect.stringContaining('old'), expect.stringContaining('old')],
  ])
})
