import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { seedSandboxLists } from './lists/index.ts'
import { createMetrics } from './metrics.ts'

const dayMs = 86_400_000
const seededMs = Date.UTC(2026, 5, 1)
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await seedSandboxLists({ pool: database.pool, clock: { now: () => seededMs } })
  await database.pool.query(`update list_versions set audience = 'everyone' where list_id = 'un'`)
})
afterAll(() => database.drop())

const metricsAt = async (ms: number, pool: pg.Pool = database.pool) => {
  const { statusCode, body } = await createMetrics({ pool, clock: { now: () => ms } }).inject('/metrics')
  return { statusCode, lines: body.trim().split('\n') }
}

test('a list that is loaded tells its age, and that it is stale once it is', async () => {
  const { lines } = await metricsAt(seededMs + 3_600_000)
  expect(lines).toContain('nani_list_stale{list="un"} 0')
  expect(lines).toContain('nani_list_age_seconds{list="un"} 3600')
  expect(lines.some((line) => /^nani_list_entries\{list="un"\} [1-9]/.test(line))).toBe(true)
  expect((await metricsAt(seededMs + 365 * dayMs)).lines).toContain('nani_list_stale{list="un"} 1')
})

test('a list that was never loaded, or for the sandbox only, is absent', async () => {
  const { lines } = await metricsAt(seededMs)
  expect(lines.filter((line) => line.startsWith('nani_')).every((line) => line.includes('"un"'))).toBe(true)
})

test('503 without details when the database fails', async () => {
  const away = { query: () => Promise.reject(new Error('password')) } as unknown as pg.Pool
  expect(await metricsAt(seededMs, away)).toEqual({
    statusCode: 503,
    lines: ['the database does not answer'],
  })
})
