import { afterAll, beforeAll, expect, test } from 'vitest'
import { forecast } from './index.ts'
import { type BillingDatabase, openBillingDatabase, usd } from './testing/organization.ts'

let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(Date.UTC(2026, 2, 31, 12))
})
afterAll(() => database.drop())

test('the use of a month is known by service, by scope and by the tier of the scope', async () => {
  const { of, platform, commitCall } = await database.openOrganization()
  const scopes = ['kyc.basic', 'kyc.parents', 'kyc.religion']
  await commitCall({ scopes })
  await commitCall({ scopes: ['kyc.basic', 'kyc.parents', 'kyc.addresses'] })
  expect(await forecast(database.pool, of.organizationId, platform.clock.now())).toMatchObject({
    spent: usd(0.36),
    by_service: [{ service: 'kyc_validation', amount: usd(0.36) }],
    by_scope: [
      { scope: 'kyc.religion', amount: usd(0.1) },
      { scope: 'kyc.parents', amount: usd(0.04) },
      { scope: 'kyc.addresses', amount: usd(0.02) },
    ],
    by_scope_tier: [
      { tier: 'sensitive', amount: usd(0.1) },
      { tier: 'standard', amount: usd(0.06) },
    ],
  })
})
