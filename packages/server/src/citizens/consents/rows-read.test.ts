import { type Database, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledTables, openFilledTables } from '../../testing/database/rows-read.ts'
import { consentUse } from './consent-use.ts'

const applicationId = 'app_lender'
/** Without statistics, PostgreSQL can read all of 2,000 consents of a lender. Of more it reads few. */
const rows = 10_000

/** Writes the consents with these numbers, of one lender. */
const fill = (client: Database, from: number, to: number) =>
  client.query(
    `insert into credit_consents (application_id, record_id, environment, citizen, status, sealed_details, created_at,
       consent_id, granted_at, lapses_at, changed_at)
     select $1, 'cnr_' || n, 'sandbox', sha256(n::text::bytea), 'approved', '', now(), 'cns_' || n, now(),
       now() + interval '30 days', now()
     from generate_series($2::integer, $3::integer) n`,
    [applicationId, from, to],
  )

let tables: FilledTables
beforeAll(async () => {
  tables = await openFilledTables(['credit_consents'], fill, rows)
})
afterAll(() => tables.drop())

const score = async (client: pg.PoolClient) => {
  const use = consentUse({
    consentId: 'cns_7',
    environment: 'sandbox',
    citizen: '00',
    isFixed: false,
    clockAheadMs: 0,
  })
  const change = { id: 'crs_1', service: null, scopes: null, atMs: Date.now(), fence: null, effects: [use] }
  expect((await writeChanges(client, applicationId, [change])).has('crs_1')).toBe(true)
}

test('the use of a consent reads few consents, however many the lender has', async () => {
  const read = await tables.ofManyRows(score)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})

test('the use of a consent reads few consents, with a plan of a smaller table', async () => {
  const read = await tables.afterGrowth(score)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
