import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { writeChanges } from '../storage/index.ts'
import { rowsReadAfterGrowth, rowsReadBy } from '../testing/rows-read.ts'
import { consentUse } from './consent-use.ts'

const applicationId = 'app_lender'
const rows = 10_000
const fewRows = 200

/** Writes the consents with these numbers, of one lender. */
const fill = (client: Pick<pg.ClientBase, 'query'>, from: number, to: number) =>
  client.query(
    `insert into credit_consents (application_id, record_id, environment, citizen, status, sealed_details, created_at,
       consent_id, granted_at, lapses_at, changed_at)
     select $1, 'cnr_' || n, 'sandbox', sha256(n::text::bytea), 'approved', '', now(), 'cns_' || n, now(),
       now() + interval '30 days', now()
     from generate_series($2::integer, $3::integer) n`,
    [applicationId, from, to],
  )

/** PostgreSQL has no statistics of the table of `database`. That of `small` has few rows. */
let database: TestDatabase
let small: TestDatabase
beforeAll(async () => {
  ;[database, small] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await fill(database.pool, 1, rows)
  await fill(small.pool, 1, fewRows)
})
afterAll(() => Promise.all([database.drop(), small.drop()]))

const score = async (client: pg.PoolClient) => {
  const use = consentUse({ consentId: 'cns_7', environment: 'sandbox', citizen: '00', isFixed: false })
  const change = { id: 'crs_1', service: null, scopes: null, atMs: Date.now(), fence: null, effects: [use] }
  expect((await writeChanges(client, applicationId, [change])).has('crs_1')).toBe(true)
}

test('the use of a consent reads few consents, however many the lender has', async () => {
  const read = await rowsReadBy(database.pool, ['credit_consents'], score)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})

test('the use of a consent reads few consents, with a plan of a smaller table', async () => {
  const grow = (client: pg.PoolClient) => fill(client, fewRows + 1, rows)
  const read = await rowsReadAfterGrowth(small.pool, ['credit_consents'], score, grow)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
