import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { periodEndMs, periodStart } from '../../money/metering/index.ts'
import type { AuditEntry } from './audit-entry.ts'
import { createAuditLog } from './audit-log.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabaseAtNoon()
})
afterAll(() => database.drop())

const entry = (applicationId: string, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  application_id: applicationId,
  at_ms: noon,
  actor: 'application',
  api_key: 'key_test_x',
  request_id: `req_${randomUUID()}`,
  client_address: '203.0.113.9',
  method: 'GET',
  path: '/v1/jobs/:job_id',
  http_status: 404,
  error_code: 'job_not_found',
  service: null,
  purpose: null,
  scopes: null,
  outcome: null,
  subject: null,
  read_ids: null,
  ...changes,
})

test('every refused call is written, once each, by the time the log is drained', async () => {
  const log = createAuditLog(database.pool, (error) => {
    throw error
  })
  const [one, two] = [`app_${randomUUID()}`, `app_${randomUUID()}`]
  for (let index = 0; index < 1_200; index++) log.record(entry(index % 3 ? one : two))
  await log.drain()
  const { rows } = await database.pool.query<{ application_id: string; count: number }>(
    `select application_id, count(*)::int from audit_entries
     where application_id = any($1) and error_code = 'job_not_found' and at = $2 group by 1`,
    [[one, two], new Date(noon)],
  )
  expect(new Map(rows.map((row) => [row.application_id, row.count]))).toEqual(
    new Map([
      [one, 800],
      [two, 400],
    ]),
  )
})

test('a failed write is reported, and the log continues', async () => {
  const lost: unknown[] = []
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as pg.Pool
  const log = createAuditLog(away, (error) => lost.push(error))
  for (let index = 0; index < 3; index++) log.record(entry('app_1'))
  await log.drain()
  expect(lost.map(String)).toEqual(['Error: away', 'Error: away', 'Error: away'])
})

test.each<[string, 'day' | 'month', string, string, string]>([
  ['a day', 'day', '2026-03-15T23:59:59.999Z', '2026-03-15', '2026-03-16T00:00:00.000Z'],
  ['the first instant of a day', 'day', '2026-03-15T00:00:00Z', '2026-03-15', '2026-03-16T00:00:00.000Z'],
  ['a month', 'month', '2026-02-28T12:00:00Z', '2026-02-01', '2026-03-01T00:00:00.000Z'],
  ['December', 'month', '2026-12-31T23:59:59Z', '2026-12-01', '2027-01-01T00:00:00.000Z'],
  ['the last day of a year', 'day', '2026-12-31T12:00:00Z', '2026-12-31', '2027-01-01T00:00:00.000Z'],
])('the period of a quota in UTC: %s', (_name, period, at, start, end) => {
  const atMs = Date.parse(at)
  expect([periodStart(period, atMs), new Date(periodEndMs(period, atMs)).toISOString()]).toEqual([start, end])
})
