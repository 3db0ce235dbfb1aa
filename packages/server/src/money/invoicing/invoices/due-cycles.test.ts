import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDueCycles } from '../index.ts'
import { type BillingDatabase, openBillingDatabase } from '../testing/organization.ts'
import { listInvoices } from './invoice-rows.ts'

const lastOfMarch = Date.UTC(2026, 2, 31, 12)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(lastOfMarch)
})
afterAll(() => database.drop())

test('an organization whose cycle fails does not stop the invoices of the others, and the failure is reported', async () => {
  const organizations = []
  for (let count = 0; count < 3; count++) organizations.push(await database.openOrganization())
  for (const { call } of organizations) await call()
  // Whichever comes first in the order of the cycle.
  const [broken, ...others] = organizations.toSorted((one, other) =>
    one.of.organizationId < other.of.organizationId ? -1 : 1,
  )
  await database.pool.query(
    `update call_charges set price_list_id = 'prl_unknown' where application_id = $1`,
    [broken?.applicationId],
  )
  const { platform } = others[0]!
  platform.clock.advance(86_400_000)
  let ended = false
  const after = async () => {
    ended = true
  }
  await expect(runDueCycles(platform, after)).rejects.toThrow('prl_unknown')
  expect(ended).toBe(true)
  for (const { of } of others)
    expect(await listInvoices(platform.pool, of.organizationId)).toMatchObject([{ kind: 'usage' }])
})
