import { dayMs } from '@nani/foundation/core/index.ts'
import { registerCounter } from '@nani/foundation/platform/index.ts'
import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { readsOfPrimary } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import type { CellAnswers } from '../../gateway/signed-api/index.ts'
import { listMetrics, seedSandboxLists } from '../../risk/lists/index.ts'
import { awayGauge } from './cells/cells-module.ts'
import { createMetrics } from './metrics.ts'
import { processMetrics } from './process-metrics.ts'
import { replicaModule } from './replica.ts'

const seededMs = Date.UTC(2026, 5, 1)
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await seedSandboxLists({ pool: database.pool, clock: { now: () => seededMs } })
  await database.pool.query(`update list_versions set audience = 'everyone' where list_id = 'un'`)
})
afterAll(() => database.drop())

const metricsAt = async (ms: number, pool: pg.Pool = database.pool) => {
  const ofProcess = processMetrics([pool])
  const metrics = [listMetrics({ pool, clock: { now: () => ms } }), ofProcess.register]
  const { statusCode, body } = await createMetrics(metrics).inject('/metrics')
  ofProcess.stop()
  return { statusCode, lines: body.trim().split('\n') }
}

test('a loaded list reports its age, and whether it is stale', async () => {
  const { lines } = await metricsAt(seededMs + 3_600_000)
  expect(lines).toContain('nani_list_stale{list="un"} 0')
  expect(lines).toContain('nani_list_age_seconds{list="un"} 3600')
  expect(lines.some((line) => /^nani_list_entries\{list="un"\} [1-9]/.test(line))).toBe(true)
  expect((await metricsAt(seededMs + 365 * dayMs)).lines).toContain('nani_list_stale{list="un"} 1')
})

test('a list that was never loaded, or for the sandbox only, is reported as not loaded, and has no age', async () => {
  const { lines } = await metricsAt(seededMs)
  expect(lines).toContain('nani_list_loaded{list="un"} 1')
  expect(lines).toContain('nani_list_loaded{list="eu"} 0')
  const others = lines.filter((line) => line.startsWith('nani_list_') && !line.includes('_loaded'))
  expect(others.every((line) => line.includes('"un"'))).toBe(true)
})

test('counters of the process follow, by the values of their label', async () => {
  const values = new Map([
    ['invalid_signature', 2],
    ['nonce_reused', 1],
  ])
  const counter = { name: 'nani_things_total', help: 'Things.', label: 'code', values }
  const { body } = await createMetrics([registerCounter(counter)]).inject('/metrics')
  expect(body).toContain(
    '# TYPE nani_things_total counter\nnani_things_total{code="invalid_signature"} 2\nnani_things_total{code="nonce_reused"} 1\n',
  )
})

test('statements that wait are added up over the pools', async () => {
  const pools = [2, 3].map((waitingCount) => ({ totalCount: 4, idleCount: 0, waitingCount }))
  const ofProcess = processMetrics(pools)
  const text = await metricsText([ofProcess.register])
  ofProcess.stop()
  expect(text).toContain('\nnani_database_waiting 5\n')
})

test('a cell is reported as away by its name', async () => {
  const cells = [
    { name: 'north', answers: () => 'away' as const },
    { name: 'south', answers: () => ({}) as CellAnswers },
  ]
  const text = await metricsText([awayGauge(cells)])
  expect(text).toContain('nani_cell_away{cell="north"} 1\nnani_cell_away{cell="south"} 0\n')
})

test('the use of the replica is reported, and nothing of it where there is none', async () => {
  let isFresh = true
  const reads = readsOfPrimary(database.pool)
  const opened = await replicaModule.open({ reads: { ...reads, isFresh: () => isFresh } }, {})
  const { metrics = [] } = opened as { metrics?: Parameters<typeof metricsText>[0] }
  expect(await metricsText(metrics)).toContain('\nnani_replica_used 1\n')
  isFresh = false
  expect(await metricsText(metrics)).toContain('\nnani_replica_used 0\n')
  expect(await replicaModule.open({ reads }, {})).toEqual({})
})

test('503 without details when the database fails', async () => {
  const away = { query: () => Promise.reject(new Error('password')) } as unknown as pg.Pool
  expect(await metricsAt(seededMs, away)).toEqual({
    statusCode: 503,
    lines: ['the database does not answer'],
  })
})

test('memory, event-loop delay and connections of the process are reported', async () => {
  const { lines } = await metricsAt(seededMs)
  const valueNamed = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
  expect(valueNamed('nani_process_resident_bytes')).toBeGreaterThan(10_000_000)
  expect(valueNamed('nani_process_heap_bytes')).toBeGreaterThan(1_000_000)
  expect(valueNamed('nani_database_connections')).toBe(database.pool.totalCount)
  expect(valueNamed('nani_event_loop_delay_seconds{quantile="1"}')).toBeGreaterThanOrEqual(0)
})
