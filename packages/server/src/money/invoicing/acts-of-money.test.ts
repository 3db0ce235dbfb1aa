import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FundsSpent } from '../../calls/commit/index.ts'
import { actsOf } from '../../testing/acts-of.ts'
import {
  adjustWallet,
  approvePayment,
  approveTopUp,
  changeMode,
  declarePayment,
  requestTopUp,
  runBilling,
  setPrices,
  setThreshold,
} from './index.ts'
import { listInvoices } from './invoices/invoice-rows.ts'
import { readPrices } from './price-lists.ts'
import {
  amina,
  type BillingDatabase,
  boris,
  both,
  openBillingDatabase,
  operator,
  usd,
} from './testing/organization.ts'

const noon = Date.UTC(2026, 2, 15, 12)
let database: BillingDatabase

beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

test('an approval above 1,000 USD needs two people', async () => {
  const { of, platform } = await database.openPrepaid()
  const { id } = await requestTopUp(amina, { ...of, amount: 1_000_010_000 }, platform)
  const approve = (actor: Actor) => approveTopUp(actor, { ...of, id }, platform)
  expect(await approve(amina)).toMatchObject({ status: 'proposed', proposed_by: 'amina' })
  expect(await approve(operator(' AMINA '))).toMatchObject({ status: 'proposed' })
  platform.clock.advance(86_400_001)
  expect(await approve(boris)).toMatchObject({ status: 'proposed', proposed_by: 'boris' })
  expect(await approve(amina)).toMatchObject({ status: 'approved' })
})

test('an approval of exactly 1,000 USD needs one person', async () => {
  const { of, platform } = await database.openPrepaid()
  const { id } = await requestTopUp(amina, { ...of, amount: 1_000_000_000 }, platform)
  expect(await approveTopUp(amina, { ...of, id }, platform)).toMatchObject({ status: 'approved' })
})

test('the shipped prices are those of the specification', async () => {
  const { of, platform } = await database.openOrganization()
  const prices = await readPrices(platform.pool, of.organization_id, platform.clock.now())
  const both = (price: number) => ({ single: price, batch_item: price })
  expect(prices).toMatchObject({ currency: 'USD', vat_percent: 16 })
  expect(prices.services).toEqual({
    ...{ kyc_validation: both(0.1), age_verification: both(0.05), kyb_verification: both(0.25) },
    ...{ face_verification: both(0.2), face_identification: both(0.5), aml_screening: both(0.15) },
    credit_scoring: { single: 1, batch_item: 0.8 },
    ...{ monitor_month: both(0.02), sso_login: both(0.05), fraud_reporting: both(0) },
  })
  expect(prices.scope_tiers).toEqual({ basic: 0, standard: 0.02, sensitive: 0.1, biometric: 0.25 })
})

test('one account of the operating system is not two people, except on a demo', async () => {
  const { of, platform } = await database.openPrepaid()
  const as = (name: string, account: string): Actor => ({
    ...{ kind: 'operator', name, roles: ['billing_officer'], account },
  })
  const adjust = (actor: Actor, reason: string, oneAccountMayBeTwo = false) =>
    adjustWallet(actor, { ...of, amount: 1_000_000, reason }, { ...platform, oneAccountMayBeTwo })
  expect(await adjust(as('amina', 'uid1'), 'one')).toMatchObject({ status: 'proposed' })
  await expect(adjust(as('boris', 'uid1'), 'one')).rejects.toMatchObject({
    code: 'second_account_required',
  })
  expect(await adjust(as('boris', 'uid2'), 'one')).toMatchObject({ balance: usd(1) })
  expect(await adjust(as('amina', 'uid1'), 'two', true)).toMatchObject({ status: 'proposed' })
  expect(await adjust(as('boris', 'uid1'), 'two', true)).toMatchObject({ balance: usd(2) })
  const acts = await actsOf(platform.pool, of.organization_id, 4)
  expect(acts.map(({ actor, account, after }) => [actor, account, after?.refused])).toEqual([
    ['boris', 'uid1', undefined],
    ['amina', 'uid1', undefined],
    ['boris', 'uid2', undefined],
    ['boris', 'uid1', 'second_account_required'],
  ])
})

test('prices of an organization take effect on their date, and a copy of the output is accepted', async () => {
  const { of, platform } = await database.openOrganization()
  const set = (file: unknown) => setPrices(amina, { ...of, file }, platform)
  const own = await set({ services: { kyc_validation: 0.07 }, scope_tiers: { standard: 0.015 } })
  expect(own).toMatchObject({
    currency: 'USD',
    services: {
      kyc_validation: { single: 0.07, batch_item: 0.07 },
      credit_scoring: { single: 1, batch_item: 0.8 },
    },
    scope_tiers: { standard: 0.015, biometric: 0.25 },
  })
  platform.clock.advance(1_000)
  expect(await set(own)).toMatchObject({ services: own.services })
  await expect(set({ services: { tea: 1 } })).rejects.toMatchObject({ code: 'billing_value_invalid' })
  await expect(set({ services: { kyc_validation: -1 } })).rejects.toMatchObject({
    code: 'billing_value_invalid',
  })
  await expect(set({ effective_from: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
    code: 'billing_value_invalid',
  })
})

test.each<Actor>([
  { kind: 'operator', name: 'x', roles: ['auditor'] },
  { kind: 'member', personId: 'per_1', organizationId: 'org_other', roles: ['owner'] },
  { kind: 'application', applicationId: 'app_1' },
])('an actor without the permission requests no top-up: %j', async (actor) => {
  const { of, platform } = await database.openOrganization()
  await expect(requestTopUp(actor, { ...of, amount: 10_000 }, platform)).rejects.toMatchObject({
    code: 'not_permitted',
  })
})

test('another currency is chosen with a whole list that takes effect at once', async () => {
  const { of, platform, call } = await database.openOrganization()
  const set = (file: unknown) => setPrices(amina, { ...of, file }, platform)
  const refused = { code: 'billing_value_invalid' }
  const { services, scope_tiers } = await readPrices(platform.pool, of.organization_id, platform.clock.now())
  const whole = { currency: 'CDF', services, scope_tiers }
  await expect(set({ currency: 'CDF', services: { kyc_validation: 280 } })).rejects.toMatchObject(refused)
  await expect(set({ ...whole, scope_tiers: { basic: 0 } })).rejects.toMatchObject(refused)
  await expect(set({ ...whole, effective_from: '2027-01-01T00:00:00Z' })).rejects.toMatchObject(refused)
  expect(await set(whole)).toMatchObject({ currency: 'CDF' })
  platform.clock.advance(1_000)
  // From here on a part of the list is enough again.
  expect(await set({ services: { kyc_validation: 280 } })).toMatchObject({ currency: 'CDF' })
  await call()
  await expect(set({ ...whole, currency: 'USD' })).rejects.toMatchObject(refused)
})

test('an unpaid top-up uses up no credit limit, and usage with its invoice does', async () => {
  const { of, platform, call, proof } = await database.openPrepaid()
  const { id } = await requestTopUp(amina, { ...of, amount: 1_000_000 }, platform)
  await approveTopUp(boris, { ...of, id }, platform)
  const limited = { ...of, mode: 'postpaid', credit_limit: 200_000 } as const
  await both((actor) => changeMode(actor, limited, platform))
  await call()
  const second = await requestTopUp(amina, { ...of, amount: 1_000_000 }, platform)
  await approveTopUp(boris, { ...of, id: second.id }, platform)
  // A part of a top-up that is paid counts as little.
  const top = (await listInvoices(platform.pool, of.organization_id)).find(({ kind }) => kind === 'top_up')
  const declared = { ...of, amount: 500_000, method: 'cash', reference: 'R', invoices: [top!.id] } as const
  const payment = await declarePayment(amina, declared, platform)
  await approvePayment(boris, { ...of, id: payment.id }, platform)
  await call()
  await expect(call()).rejects.toBeInstanceOf(FundsSpent)
  await runBilling(amina, { ...of, as_of_ms: Date.UTC(2026, 3, 1) }, platform)
  await expect(call()).rejects.toBeInstanceOf(FundsSpent)
  expect((await proof()).checks.filter(({ ok }) => !ok)).toEqual([])
})

test('an invoice whose lines round to nothing is paid', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  await setPrices(amina, { ...of, file: { services: { kyc_validation: 0.004 } } }, platform)
  await call(4_000)
  const asOfMs = Date.UTC(2026, 3, 1)
  await runBilling(amina, { ...of, as_of_ms: asOfMs }, platform)
  expect(await listInvoices(platform.pool, of.organization_id)).toMatchObject([
    { kind: 'usage', status: 'paid', total: usd(0), amount_due: usd(0), paid_at: expect.any(String) },
  ])
})

test('values that an act does not allow are refused by the act itself', async () => {
  const { of, platform } = await database.openOrganization()
  const refused = { code: 'billing_value_invalid' }
  const postpaid = (credit_limit: number) =>
    changeMode(amina, { ...of, mode: 'postpaid', credit_limit }, platform)
  for (const limit of [-1, 0.5]) await expect(postpaid(limit)).rejects.toMatchObject(refused)
  // What is no number has the wrong form.
  await expect(postpaid(Number.NaN)).rejects.toMatchObject({ code: 'value_invalid' })
  await expect(setThreshold(amina, { ...of, threshold: -1 }, platform)).rejects.toMatchObject(refused)
  for (const reason of [' ', 'x'.repeat(501)])
    await expect(adjustWallet(amina, { ...of, amount: 1, reason }, platform)).rejects.toMatchObject(refused)
  const payment = { ...of, amount: 10_000, method: 'cash' as const, reference: 'R' }
  await expect(declarePayment(amina, { ...payment, invoices: [] }, platform)).rejects.toMatchObject(refused)
})
