import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { arrivalOf, writeHeartbeat } from './check-cells.ts'

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
