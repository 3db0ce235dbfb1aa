import { randomUUID } from 'node:crypto'
import { type Database, dayOf, type Fence, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedResponseFence } from '../../gateway/gateway/index.ts'
import { type FilledTables, openFilledTables } from '../../testing/database/rows-read.ts'
import { itemFence, jobFence } from './jobs/complete-work.ts'

const applicationId = 'app_busy'
const keyOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const token = randomUUID()
const day = dayOf(Date.now())

/** Writes the keys, jobs and items with these numbers, of one busy application. */
const fill = async (client: Database, from: number, to: number) => {
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

let tables: FilledTables
beforeAll(async () => {
  tables = await openFilledTables(['idempotency_keys', 'jobs', 'batch_items'], fill)
})
afterAll(() => tables.drop())

const response = storedResponseFence(
  { key: keyOf(7), token },
  { status: 200, sealed: Buffer.from('sealed'), disclosedIds: [] },
)

const fences: [string, Fence][] = [
  ['a stored response', response],
  ['a completed job', jobFence('job_7')],
  ['a completed item', itemFence({ batchId: 'bat_1', batchDay: day, position: 7 })],
]

const completeWith = (fence: Fence) => async (client: pg.PoolClient) => {
  const change = { id: 'one', service: null, scopes: null, atMs: Date.now(), fence, effects: [] }
  expect((await writeChanges(client, applicationId, [change])).has('one')).toBe(true)
}

test.each(fences)('%s reads few rows, however many the application has', async (_which, fence) => {
  const read = await tables.ofManyRows(completeWith(fence))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})

test.each(fences)('%s reads few rows, with a plan of a smaller table', async (_which, fence) => {
  const read = await tables.afterGrowth(completeWith(fence))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
