import { dayMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forecast } from './spending-forecast.ts'
import { type BillingDatabase, openBillingDatabase, usd } from './testing/organization.ts'

const lastOfMarch = Date.UTC(2026, 2, 31, 12)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(lastOfMarch)
})
afterAll(() => database.drop())

test('the use of a month is known by service, by scope and by the tier of the scope', async () => {
  const { of, platform, commitCall } = await database.openOrganization()
  const scopes = ['kyc.basic', 'kyc.parents', 'kyc.religion']
  await commitCall({ scopes })
  await commitCall({ scopes: ['kyc.basic', 'kyc.parents', 'kyc.addresses'] })
  expect(await forecast(database.pool, of.organization_id, platform.clock.now())).toMatchObject({
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

test('the forecast counts days without use, and adds the daily mean for the time that is left', async () => {
  const { of, platform, call } = await database.openOrganization()
  const expected = async () =>
    (await forecast(database.pool, of.organization_id, platform.clock.now())).forecast
  await call(700_000)
  // Half of the last day of the month is left.
  expect(await expected()).toEqual(usd(1.05))
  platform.clock.advance(2 * dayMs)
  await call(100_000)
  // 0.70 in two whole days; 28.5 days of April are left.
  expect(await expected()).toEqual(usd(0.1 + 0.35 * 28.5))
})
