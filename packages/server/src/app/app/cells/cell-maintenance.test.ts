import { databaseNow } from '@nani/foundation/storage/index.ts'
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
  const given = { ...platform, daySalts, role: 'all' as const }
  await runMaintenance(maintenanceOfCell(given, { retention, keptDays: [] }))
  expect(runs).toBe(expectedRuns)
  expect(touched).toEqual([])
  const warned = lines.filter((line) => line.includes('clocks of the cell and of home differ'))
  expect(warned).toHaveLength(1 - expectedRuns)
})
