import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approvePayment,
  approveTopUp,
  declarePayment,
  issueCreditNote,
  requestTopUp,
  returnUnapplied,
  runBilling,
  voidInvoice,
} from '../index.ts'
import { listInvoices } from '../invoices/invoice-rows.ts'
import { showBilling } from '../organization-funds.ts'
import { listOrganizationMoney } from '../overdue-organizations.ts'
import {
  amina,
  type BilledOrganization,
  type BillingDatabase,
  boris,
  both,
  openBillingDatabase,
  usd,
} from '../testing/organization.ts'
import { listPayments } from './payments.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const endOfMarch = Date.UTC(2026, 3, 1)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

/** Returns the id of the invoice. */
const topUp = async ({ of, platform }: BilledOrganization, amount: number): Promise<string> => {
  const { id } = await requestTopUp(amina, { ...of, amount }, platform)
  await approveTopUp(amina, { ...of, id }, platform)
  return (await listInvoices(platform.pool, of.organization_id))[0]!.id
}
type Paid = { invoices: readonly string[]; amount: number; reference?: string }
const declare = async ({ of, platform }: BilledOrganization, { reference = 'TRF-1', ...paid }: Paid) =>
  (await declarePayment(amina, { ...of, ...paid, method: 'bank_transfer', reference }, platform)).id
const approve = ({ of, platform }: BilledOrganization, id: string) =>
  approvePayment(amina, { ...of, id }, platform)
const pay = async (organization: BilledOrganization, paid: Paid) =>
  approve(organization, await declare(organization, paid))
const moneyOf = async ({ of, platform }: BilledOrganization) => {
  const { wallet, unapplied } = await showBilling(platform.pool, of.organization_id)
  return { balance: wallet.balance.value, unapplied: unapplied.value }
}
const invoicesOf = ({ of, platform }: BilledOrganization) => listInvoices(platform.pool, of.organization_id)
const taxOf = async (organization: BilledOrganization) =>
  (await invoicesOf(organization)).reduce((sum, { tax }) => sum + Math.round(tax.value * 100), 0) / 100
/** Calls at 0.10. */
const times = async (count: number, call: () => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await call()
}
const expectProof = async ({ proof }: BilledOrganization) =>
  expect((await proof()).checks.filter(({ ok }) => !ok)).toEqual([])

test('money beyond an invoice is not in the wallet, and pays the next invoice with its VAT', async () => {
  const organization = await database.openPrepaid()
  const { of, platform } = organization
  const invoice = await topUp(organization, 1_000_000)
  await pay(organization, { invoices: [invoice], amount: 233_160_000 })
  expect(await moneyOf(organization)).toEqual({ balance: 1, unapplied: 232 })
  expect(await listPayments(platform.pool, of.organization_id)).toMatchObject([
    { amount: usd(233.16), unapplied: usd(232) },
  ])
  const shown = await listOrganizationMoney(platform.pool)
  expect(shown.find(({ organization_id }) => organization_id === of.organization_id)).toMatchObject({
    unapplied: usd(232),
  })
  await topUp(organization, 100_000_000)
  expect((await invoicesOf(organization))[0]).toMatchObject({ status: 'paid', amount_due: usd(0) })
  expect(await moneyOf(organization)).toEqual({ balance: 101, unapplied: 116 })
  // More than is left pays a part. The wallet gets nothing before the rest is paid.
  await topUp(organization, 200_000_000)
  expect((await invoicesOf(organization))[0]).toMatchObject({ status: 'issued', amount_due: usd(116) })
  expect(await moneyOf(organization)).toEqual({ balance: 101, unapplied: 0 })
  expect(await taxOf(organization)).toBe(48.16)
  await expectProof(organization)
})

test('the invoice of a month is paid with it before the wallet pays', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  const invoice = await topUp(organization, 1_000_000)
  await pay(organization, { invoices: [invoice], amount: 1_260_000 })
  await times(2, call)
  await runBilling(amina, { ...of, as_of_ms: endOfMarch }, platform)
  // 0.20 and 0.03 of VAT: 0.10 of it was paid already.
  expect((await invoicesOf(organization))[0]).toMatchObject({
    kind: 'usage',
    status: 'paid',
    total: usd(0.23),
  })
  expect(await moneyOf(organization)).toEqual({ balance: 0.87, unapplied: 0 })
  await expectProof(organization)
})

test('a payment divides over its invoices, in their order, and the rest over what is due for usage', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  await times(10, call)
  await runBilling(amina, { ...of, as_of_ms: endOfMarch }, platform)
  const [usage] = await invoicesOf(organization)
  const first = await topUp(organization, 1_000_000)
  const second = await topUp(organization, 2_000_000)
  await pay(organization, { invoices: [second, first, second], amount: 4_000_000 })
  expect((await invoicesOf(organization)).map(({ id, amount_due }) => [id, amount_due.value])).toEqual([
    [second, 0],
    [first, 0],
    [usage?.id, 0.64],
  ])
  expect(await moneyOf(organization)).toEqual({ balance: 3, unapplied: 0 })
  await expectProof(organization)
})

test('of two payments for one invoice that are approved at once, one pays it and the other waits', async () => {
  const organization = await database.openPrepaid()
  const invoice = await topUp(organization, 1_000_000)
  const one = await declare(organization, { invoices: [invoice], amount: 1_160_000 })
  const other = await declare(organization, { invoices: [invoice], amount: 1_160_000, reference: 'TRF-2' })
  const approved = await Promise.all([approve(organization, one), approve(organization, other)])
  expect(approved.flatMap((paid) => ('unapplied' in paid ? [paid.unapplied.value] : [])).toSorted()).toEqual([
    0, 1.16,
  ])
  expect(await moneyOf(organization)).toEqual({ balance: 1, unapplied: 1.16 })
  await expectProof(organization)
})

test('a payment for an invoice that was voided meanwhile waits as a whole', async () => {
  const organization = await database.openPrepaid()
  const { of, platform } = organization
  const invoice = await topUp(organization, 1_000_000)
  const payment = await declare(organization, { invoices: [invoice], amount: 1_160_000 })
  await both((actor) => voidInvoice(actor, { ...of, id: invoice, reason: 'Wrong amount' }, platform))
  await approve(organization, payment)
  expect(await moneyOf(organization)).toEqual({ balance: 0, unapplied: 1.16 })
  await expectProof(organization)
})

test('a credit note on a paid invoice returns its VAT too, and nothing to the wallet', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  await times(10, call)
  await runBilling(amina, { ...of, as_of_ms: endOfMarch }, platform)
  const [invoice] = await invoicesOf(organization)
  await pay(organization, { invoices: [invoice!.id], amount: 1_160_000 })
  const note = { ...of, id: invoice!.id, amount: 580_000, reason: 'Outage' }
  await both((actor) => issueCreditNote(actor, note, platform))
  expect(await moneyOf(organization)).toEqual({ balance: 0, unapplied: 0.58 })
  await expectProof(organization)
})

test('two people return what no invoice asked for, and no more', async () => {
  const organization = await database.openPrepaid()
  const { of, platform } = organization
  const invoice = await topUp(organization, 1_000_000)
  await pay(organization, { invoices: [invoice], amount: 3_160_000 })
  const back = (amount: number, reason = 'Paid twice') =>
    both((actor) => returnUnapplied(actor, { ...of, amount, reason }, platform))
  for (const amount of [2_010_000, 0, -10_000, 1, Number.NaN])
    await expect(returnUnapplied(amina, { ...of, amount, reason: 'x' }, platform)).rejects.toMatchObject({
      code: expect.stringMatching(/^billing_|^value_invalid$/),
    })
  expect(await back(1_500_000)).toMatchObject({ returned: usd(1.5), unapplied: usd(0.5) })
  await expect(back(510_000)).rejects.toMatchObject({ code: 'billing_conflict' })
  expect(await moneyOf(organization)).toEqual({ balance: 1, unapplied: 0.5 })
  await expectProof(organization)
  const auditor = { kind: 'operator', name: 'x', roles: ['auditor'] } as const
  const owner = {
    kind: 'member',
    personId: 'per_1',
    organizationId: of.organization_id,
    roles: ['owner'],
  } as const
  for (const actor of [auditor, owner])
    await expect(
      returnUnapplied(actor, { ...of, amount: 10_000, reason: 'x' }, platform),
    ).rejects.toMatchObject({ code: 'not_permitted' })
})

test('an invoice that is proposed for two approvals at once takes the money once', async () => {
  const organization = await database.openPrepaid()
  const { of, platform } = organization
  const invoice = await topUp(organization, 1_000_000)
  await pay(organization, { invoices: [invoice], amount: 3_480_000 })
  const requests = await Promise.all(
    [2_000_000, 2_000_000].map((amount) => requestTopUp(amina, { ...of, amount }, platform)),
  )
  await Promise.all(requests.map(({ id }) => approveTopUp(boris, { ...of, id }, platform)))
  const due = (await invoicesOf(organization)).map(({ amount_due }) => amount_due.value)
  expect(due.toSorted()).toEqual([0, 0, 2.32])
  expect(await moneyOf(organization)).toEqual({ balance: 3, unapplied: 0 })
  await expectProof(organization)
})
