import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { writeChanges } from '../storage/index.ts'
import { rowsReadBy } from '../testing/rows-read.ts'
import { consentUse } from './consent-use.ts'

const applicationId = 'app_lender'

/** A lender with many consents, of which PostgreSQL has no statistics. */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(
    `insert into credit_consents (application_id, record_id, environment, citizen, status, sealed_details, created_at,
       consent_id, granted_at, lapses_at, changed_at)
     select $1, 'cnr_' || n, 'sandbox', sha256(n::text::bytea), 'approved', '', now(), 'cns_' || n, now(),
       now() + interval '30 days', now()
     from generate_series(1, 10000) n`,
    [applicationId],
  )
})
afterAll(() => database.drop())

test('the use of a consent reads few consents, however many the lender has', async () => {
  const use = consentUse({ consentId: 'cns_7', environment: 'sandbox', citizen: '00', isFixed: false })
  const score = async (client: pg.PoolClient) => {
    const change = { id: 'crs_1', service: null, scopes: null, atMs: Date.now(), fence: null, effects: [use] }
    expect((await writeChanges(client, applicationId, [change])).has('crs_1')).toBe(true)
  }
  const read = await rowsReadBy(database.pool, ['credit_consents'], score)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
