import { inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDemoWallet, openDemoWallet } from '../billing/index.ts'
import { adjustWallet } from './index.ts'
import { showBilling } from './show.ts'
import {
  type BilledOrganization,
  type BillingDatabase,
  both,
  openBillingDatabase,
  usd,
} from './testing/organization.ts'

let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(Date.UTC(2026, 2, 15, 12))
})
afterAll(() => database.drop())

const within = (
  change: (...parts: Parameters<typeof openDemoWallet>) => Promise<unknown>,
  { of, platform: { pool, newId, clock } }: BilledOrganization,
) => {
  clock.advance(1000)
  return inTransaction(pool, (client) => change(client, of.organization_id, { newId, nowMs: clock.now() }))
}
const balanceOf = async ({ of, platform }: BilledOrganization) =>
  (await showBilling(platform.pool, of.organization_id)).wallet.balance
const expectProof = async ({ proof }: BilledOrganization) =>
  expect((await proof()).checks.filter(({ ok }) => !ok)).toEqual([])

test('the end of a demo takes the unused demo credit back, also from allowances, and a further demo gives it again', async () => {
  const organization = await database.openOrganization()
  await within(openDemoWallet, organization)
  await organization.call()
  expect(await balanceOf(organization)).toEqual(usd(9999.9))
  expect(await within(closeDemoWallet, organization)).toBe(9_999_900_000)
  expect(await balanceOf(organization)).toEqual(usd(0))
  expect(await within(closeDemoWallet, organization)).toBe(0)
  await expectProof(organization)
  await within(openDemoWallet, organization)
  await within(openDemoWallet, organization)
  expect(await balanceOf(organization)).toEqual(usd(9999.9))
  await expectProof(organization)
})

test('money that did not come from the demo stays: demo credit counts as spent first', async () => {
  const organization = await database.openOrganization()
  const { of, platform } = organization
  await within(openDemoWallet, organization)
  await both((actor) => adjustWallet(actor, { ...of, amount: 700_000_000, reason: 'paid' }, platform))
  await organization.call(9_500_000_000)
  expect(await within(closeDemoWallet, organization)).toBe(500_000_000)
  expect(await balanceOf(organization)).toEqual(usd(700))
})

test('an organization without demo credit gets no wallet', async () => {
  const organization = await database.openOrganization()
  expect(await within(closeDemoWallet, organization)).toBe(0)
  const { rowCount } = await database.pool.query('select from billing_wallets where organization_id = $1', [
    organization.of.organization_id,
  ])
  expect(rowCount).toBe(0)
})
