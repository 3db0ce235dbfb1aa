import { inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemoWallet, readDemoCreditLeft } from '../billing/index.ts'
import { adjustWallet } from './index.ts'
import {
  type BilledOrganization,
  type BillingDatabase,
  both,
  openBillingDatabase,
} from './testing/organization.ts'

let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(Date.UTC(2026, 2, 15, 12))
})
afterAll(() => database.drop())

const openDemo = async () => {
  const organization = await database.openOrganization()
  const { of, platform } = organization
  const facts = { newId: platform.newId, nowMs: platform.clock.now() }
  await inTransaction(platform.pool, (client) => openDemoWallet(client, of.organization_id, facts))
  return organization
}
const leftOf = ({ of, platform }: BilledOrganization) => readDemoCreditLeft(platform.pool, of.organization_id)
const adjust = ({ of, platform }: BilledOrganization, amount: number) =>
  both((actor) => adjustWallet(actor, { ...of, amount, reason: 'end of the demo' }, platform))

test('demo credit counts as spent first, and what two people took out is no longer left', async () => {
  const organization = await openDemo()
  expect(await leftOf(organization)).toBe(10_000_000_000)
  await organization.call()
  expect(await leftOf(organization)).toBe(9_999_900_000)
  await adjust(organization, -9_999_900_000)
  expect(await leftOf(organization)).toBe(0)
  expect((await organization.proof()).checks.filter(({ ok }) => !ok)).toEqual([])
})

test('money that came later is no demo credit', async () => {
  const organization = await openDemo()
  await adjust(organization, 700_000_000)
  await organization.call(9_500_000_000)
  expect(await leftOf(organization)).toBe(500_000_000)
  await organization.call(1_000_000_000)
  expect(await leftOf(organization)).toBe(0)
})

test('an organization without a wallet has none', async () => {
  expect(await leftOf(await database.openOrganization())).toBe(0)
})
