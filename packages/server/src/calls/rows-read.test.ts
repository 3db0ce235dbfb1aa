import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { storedResponseFence } from '../gateway/index.ts'
import { dayOf, type Fence, writeChanges } from '../storage/index.ts'
import { rowsReadAfterGrowth, rowsReadBy } from '../testing/rows-read.ts'
import { itemFence, jobFence } from './complete-work.ts'

const applicationId = 'app_busy'
const rows = 2_000
const fewRows = 200
const keyOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const token = randomUUID()
const day = dayOf(Date.now())

/** Writes the keys, jobs and items with these numbers, of one busy application. */
const fill = async (client: Pick<pg.ClientBase, 'query'>, from: number, to: number) => {
  const numbers = [from, to]
  await client.query(
    `insert into idempotency_keys (application_id, key, fingerprint, claim, claimed_until, expires_at)
     select $1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '', $2, now(), now() + interval '1 day'
     from generate_series($3::integer, $4::integer) n`,
    [applicationId, token, ...numbers],
  )
  await client.query(
    `insert into jobs (application_id, job_id, service, status, created_at)
     select $1, 'job_' || n, 'kyc_validation', 'pending', now() from generate_series($2::integer, $3::integer) n`,
    [applicationId, ...numbers],
  )
  await client.query(
    `insert into batch_items (application_id, day, batch_id, position, status)
     select $1, $2, 'bat_1', n, 'running' from generate_series($3::integer, $4::integer) n`,
    [applicationId, day, ...numbers],
  )
}

/** PostgreSQL has no statistics of the tables of `database`. Those of `small` have few rows. */
let database: TestDatabase
let small: TestDatabase
beforeAll(async () => {
  ;[database, small] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await fill(database.pool, 1, rows)
  await fill(small.pool, 1, fewRows)
})
afterAll(() => Promise.all([database.drop(), small.drop()]))

const response = storedResponseFence(
  { key: keyOf(7), token },
  { status: 200, sealed: Buffer.from('sealed'), disclosedIds: [] },
)

const fences: [string, string, Fence][] = [
  ['a stored response', 'idempotency_keys', response],
  ['a completed job', 'jobs', jobFence('job_7')],
  ['a completed item', 'batch_items', itemFence({ batchId: 'bat_1', batchDay: day, position: 7 })],
]

const completeWith = (fence: Fence) => async (client: pg.PoolClient) => {
  const change = { id: 'one', service: null, scopes: null, atMs: Date.now(), fence, effects: [] }
  expect((await writeChanges(client, applicationId, [change])).has('one')).toBe(true)
}

test.each(fences)('%s reads few rows, however many the application has', async (_which, table, fence) => {
  const read = await rowsReadBy(database.pool, [table], completeWith(fence))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})

test.each(fences)('%s reads few rows, with a plan of a smaller table', async (_which, table, fence) => {
  const grow = (client: pg.PoolClient) => fill(client, fewRows + 1, rows)
  const read = await rowsReadAfterGrowth(small.pool, [table], completeWith(fence), grow)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
