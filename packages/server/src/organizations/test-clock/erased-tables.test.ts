import { tables } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Tables with rows of applications that a return to the present leaves as they are, by the reason. */
const staying = {
  'the configuration of the application': [
    ...['api_keys', 'applications', 'client_certificates', 'webhook_endpoints', 'billing_budgets'],
    ...['service_restorations', 'conformance_runs'],
    ...['production_reviews', 'production_review_files', 'production_review_messages'],
  ],
  'protection in real time': ['bursts', 'nonces', 'usage_counters', 'alarms', 'lookup_sketches'],
  'positions only grow': ['event_positions'],
  'the sandbox is free': ['billing_allowances', 'call_charges', 'charges'],
  'the audit log, and what citizens said about it': [
    ...['audit_entries', 'access_disputes', 'access_dispute_answers'],
  ],
}

test('a return to the present removes the rows of each table of applications, or leaves them for a reason', async () => {
  const { rows } = await database.pool.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'erase_sandbox_data'`,
  )
  const list = /array\[([^\]]*)\]/.exec(rows[0]?.source ?? '')?.[1] ?? ''
  const erased = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name as string)
  const ofApplications = Object.entries(tables).filter(([, { kind }]) => kind.kind === 'tenant')

  expect([...erased, ...Object.values(staying).flat()].toSorted()).toEqual(
    ofApplications.map(([name]) => name).toSorted(),
  )
})
