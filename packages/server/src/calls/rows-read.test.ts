import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { storedResponseFence } from '../gateway/index.ts'
import { dayOf, type Fence, writeChanges } from '../storage/index.ts'
import { rowsReadBy } from '../testing/rows-read.ts'
import { itemFence, jobFence } from './complete-work.ts'

const applicationId = 'app_busy'
const rows = 2_000
const keyOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const token = randomUUID()
const day = dayOf(Date.now())

/** One busy application, of which PostgreSQL has no statistics. */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.query(
    `insert into idempotency_keys (application_id, key, fingerprint, claim, claimed_until, expires_at)
     select $1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '', $3, now(), now() + interval '1 day'
     from generate_series(1, $2::integer) n`,
    [applicationId, rows, token],
  )
  await pool.query(
    `insert into jobs (application_id, job_id, service, status, created_at)
     select $1, 'job_' || n, 'kyc_validation', 'pending', now() from generate_series(1, $2::integer) n`,
    [applicationId, rows],
  )
  await pool.query(
    `insert into batch_items (application_id, day, batch_id, position, status)
     select $1, $3, 'bat_1', n, 'running' from generate_series(1, $2::integer) n`,
    [applicationId, rows, day],
  )
})
afterAll(() => database.drop())

const response = storedResponseFence(
  { key: keyOf(7), token },
  { status: 200, sealed: Buffer.from('sealed'), disclosedIds: [] },
)

test.each<[string, string, Fence]>([
  ['a stored response', 'idempotency_keys', response],
  ['a completed job', 'jobs', jobFence('job_7')],
  ['a completed item', 'batch_items', itemFence({ batchId: 'bat_1', batchDay: day, position: 7 })],
])('%s reads few rows, however many the application has', async (_which, table, fence) => {
  const complete = async (client: pg.PoolClient) => {
    const change = { id: 'one', service: null, scopes: null, atMs: Date.now(), fence, effects: [] }
    expect((await writeChanges(client, applicationId, [change])).has('one')).toBe(true)
  }
  const read = await rowsReadBy(database.pool, [table], complete)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
