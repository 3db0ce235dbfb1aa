import { randomUUID } from 'node:crypto'
import type { Actor, Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actsOf } from '../../../testing/acts-of.ts'
import {
  adjustWallet,
  approvePayment,
  approveTopUp,
  changeMode,
  declarePayment,
  issueCreditNote,
  rejectPayment,
  rejectTopUp,
  requestTopUp,
  setBudget,
  setPrices,
  setThreshold,
  voidInvoice,
} from '../index.ts'
import { listInvoices, readInvoiceObject } from '../invoices/invoice-rows.ts'
import { showBilling } from '../organization-funds.ts'
import {
  amina,
  type BilledOrganization,
  type BillingDatabase,
  boris,
  both,
  openBillingDatabase,
  usd,
} from '../testing/organization.ts'
import { reconcile } from './reconcile.ts'

const noon = Date.UTC(2026, 2, 15, 12)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

const conflict = { code: 'billing_conflict' }
const invalid = { code: 'billing_value_invalid' }
const balanceOf = async ({ of, platform }: BilledOrganization) =>
  (await showBilling(platform.pool, of.organization_id)).wallet.balance
const codeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: Refusal) => error.code,
  )

/** A top-up of 10 USD with its invoice of 11.60 USD, and a transfer that was declared for it. */
const withTransfer = async () => {
  const organization = await database.openPrepaid()
  const { of, platform } = organization
  const { id: topUp } = await requestTopUp(amina, { ...of, amount: 10_000_000 }, platform)
  await approveTopUp(amina, { ...of, id: topUp }, platform)
  const [invoice] = await listInvoices(platform.pool, of.organization_id)
  const transfer = {
    ...{ ...of, invoices: [invoice?.id as string], amount: 11_600_000 },
    ...{ method: 'bank_transfer' as const, reference: 'TRF-1' },
  }
  const { id: payment } = await declarePayment(amina, transfer, platform)
  return { organization, invoice: invoice?.id as string, topUp, payment, transfer }
}

test('no one decides about the top-ups, payments and invoices of another organization', async () => {
  const { organization, invoice, topUp, payment } = await withTransfer()
  const { of, platform } = await database.openPrepaid()
  const reason = 'x'
  const declared = { amount: 11_600_000, method: 'cash' as const, reference: 'R' }
  const refusals = await Promise.all(
    [
      approveTopUp(amina, { ...of, id: topUp }, platform),
      rejectTopUp(amina, { ...of, id: topUp, reason }, platform),
      approvePayment(amina, { ...of, id: payment }, platform),
      rejectPayment(amina, { ...of, id: payment, reason }, platform),
      declarePayment(amina, { ...of, ...declared, invoices: [invoice] }, platform),
      voidInvoice(amina, { ...of, id: invoice, reason }, platform),
      issueCreditNote(amina, { ...of, id: invoice, amount: 10_000, reason }, platform),
      readInvoiceObject(platform.pool, of.organization_id, invoice),
    ].map(codeOf),
  )
  expect(new Set(refusals)).toEqual(new Set(['billing_object_not_found']))
  const budget = { ...of, application_id: organization.applicationId, amount: 10_000 }
  await expect(setBudget(amina, budget, platform)).rejects.toMatchObject({ code: 'application_not_found' })
  expect(await balanceOf(organization)).toEqual(usd(0))
})

test('a payment is credited once, also when it is declared again or approved by many at once', async () => {
  const { organization, invoice, payment, transfer } = await withTransfer()
  const { of, platform } = organization
  await expect(declarePayment(amina, transfer, platform)).rejects.toMatchObject(conflict)
  const approvals = await Promise.all(
    [amina, boris, amina, boris].map((actor) =>
      codeOf(approvePayment(actor, { ...of, id: payment }, platform)),
    ),
  )
  expect(approvals.toSorted()).toEqual(['billing_conflict', 'billing_conflict', 'billing_conflict', 'done'])
  expect(await balanceOf(organization)).toEqual(usd(10))
  await expect(declarePayment(amina, transfer, platform)).rejects.toMatchObject(conflict)
  await expect(rejectPayment(amina, { ...of, id: payment, reason: 'x' }, platform)).rejects.toMatchObject(
    conflict,
  )
  expect((await readInvoiceObject(platform.pool, of.organization_id, invoice)).status).toBe('paid')
  const statement = 'amount,reference\n11.60,TRF-1\n11.60,TRF-1\n'
  expect(await reconcile(platform.pool, of.organization_id, statement)).toMatchObject({
    data: [
      { payment_id: payment, payment_status: 'approved' },
      { match: 'none', payment_status: null },
    ],
    missing: [],
  })
})

test('a transfer that was rejected is declared again, and another transfer pays the same invoice', async () => {
  const { organization, payment, transfer } = await withTransfer()
  const { of, platform } = organization
  await rejectPayment(amina, { ...of, id: payment, reason: 'Not received' }, platform)
  expect(await declarePayment(amina, transfer, platform)).toMatchObject({ status: 'declared' })
  const other = { ...transfer, reference: 'TRF-2' }
  expect(await declarePayment(amina, other, platform)).toMatchObject({ status: 'declared' })
})

test('an invoice that is paid, in full or in part, is not voided, and a paid top-up has no credit note', async () => {
  const { organization, invoice, payment, transfer } = await withTransfer()
  const { of, platform } = organization
  const half = await declarePayment(amina, { ...transfer, amount: 5_800_000 }, platform)
  await approvePayment(amina, { ...of, id: half.id }, platform)
  const voided = () => voidInvoice(amina, { ...of, id: invoice, reason: 'x' }, platform)
  await expect(voided()).rejects.toMatchObject(conflict)
  await approvePayment(amina, { ...of, id: payment }, platform)
  await expect(voided()).rejects.toMatchObject(conflict)
  const note = { ...of, id: invoice, amount: 10_000, reason: 'x' }
  await expect(issueCreditNote(amina, note, platform)).rejects.toMatchObject(conflict)
  // What was paid beyond the invoice has no VAT, so that it is not in the wallet.
  expect(await balanceOf(organization)).toEqual(usd(10))
  expect((await showBilling(platform.pool, of.organization_id)).unapplied).toEqual(usd(5.8))
})

test('no top-up, payment, budget or credit note is of nothing, of less, of parts of a cent or of too much', async () => {
  const { organization, invoice, transfer } = await withTransfer()
  const { of, platform, applicationId } = organization
  const acts = (amount: number) => [
    requestTopUp(amina, { ...of, amount }, platform),
    declarePayment(amina, { ...transfer, amount }, platform),
    setBudget(amina, { ...of, application_id: applicationId, amount }, platform),
    issueCreditNote(amina, { ...of, id: invoice, amount, reason: 'x' }, platform),
  ]
  const codesOf = async (amounts: number[]) => new Set(await Promise.all(amounts.flatMap(acts).map(codeOf)))
  expect(await codesOf([-1, 0, 1, 9_999, 0.5, 2 ** 53])).toEqual(new Set([invalid.code]))
  // What is no number has the wrong form.
  expect(await codesOf([Number.NaN, Number.POSITIVE_INFINITY])).toEqual(new Set(['value_invalid']))
})

test('an amount that a number does not hold exactly is refused, and nothing changes', async () => {
  const organization = await database.openPrepaid()
  const { of, platform } = organization
  const amount = 7_000_000_000_000_000
  const adjust = (reason: string) => both((actor) => adjustWallet(actor, { ...of, amount, reason }, platform))
  await adjust('first')
  await expect(adjust('second')).rejects.toMatchObject(invalid)
  expect(await balanceOf(organization)).toEqual(usd(7_000_000_000))
  const { id } = await requestTopUp(amina, { ...of, amount }, platform)
  await both((actor) => approveTopUp(actor, { ...of, id }, platform))
  const [invoice] = await listInvoices(platform.pool, of.organization_id)
  expect(invoice).toMatchObject({ tax: usd(1_120_000_000), total: usd(8_120_000_000) })
  const { checks } = await organization.proof()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})

test('billing events go to every production application of the organization, and to no other', async () => {
  const organization = await database.openPrepaid()
  const stranger = await database.openPrepaid()
  const { of, platform, applicationId } = organization
  const [second, sandbox] = [`app_${randomUUID()}`, `app_${randomUUID()}`]
  for (const [id, environment] of [
    [second, 'production'],
    [sandbox, 'sandbox'],
  ])
    await platform.pool.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
         burst_per_second, created_at) values ($1, $2, 'Second', $3, '{}', '{}', '{}', 10, now())`,
      [id, of.organization_id, environment],
    )
  await both((actor) => adjustWallet(actor, { ...of, amount: 1_000_000, reason: 'start' }, platform))
  const { rows } = await platform.pool.query<{ application_id: string }>(
    `select application_id from events where type = 'billing.wallet_adjusted' and application_id = any($1)`,
    [[applicationId, second, sandbox, stranger.applicationId]],
  )
  expect(rows.map((row) => row.application_id).toSorted()).toEqual([applicationId, second].toSorted())
})

test('the audit log and a proposal show amounts as money', async () => {
  const organization = await database.openPrepaid()
  const { of, platform, applicationId } = organization
  const { organization_id: organizationId } = of
  const change = { ...of, mode: 'postpaid', credit_limit: 2_500_000 } as const
  const proposed = await changeMode(amina, change, platform)
  expect(proposed).toMatchObject({ command: { mode: 'postpaid', credit_limit: usd(2.5) } })
  await changeMode(boris, change, platform)
  await setThreshold(amina, { ...of, threshold: 1_500_000 }, platform)
  await setPrices(amina, { ...of, file: { services: { kyc_validation: 0.07 } } }, platform)
  await setBudget(amina, { ...of, application_id: applicationId, amount: 20_000_000 }, platform)
  await both((actor) => adjustWallet(actor, { ...of, amount: 1, reason: 'a millionth' }, platform))
  const shown = async (subject: string): Promise<Record<string, unknown>> => {
    const acts = await actsOf(database.pool, subject)
    return Object.fromEntries(acts.map(({ action, before, after }) => [action, [before, after]]))
  }
  expect(await shown(organizationId)).toMatchObject({
    'billing.set_threshold': [{ alert_threshold: null }, { alert_threshold: usd(1.5) }],
    'billing.set_prices': [
      { services: { kyc_validation: { single: 0.1 } } },
      { services: { kyc_validation: { single: 0.07 } } },
    ],
  })
  expect(await shown(applicationId)).toMatchObject({ 'billing.set_budget': [null, { budget: usd(20) }] })
  const acts = await actsOf(database.pool, organizationId)
  const afterOf = (action: string, actor: string) =>
    acts.find((act) => act.action === action && act.actor === actor)?.after
  expect(afterOf('billing.adjust', 'boris')).toMatchObject({ amount: usd(0.000001), reason: 'a millionth' })
  expect(afterOf('billing.change_mode', 'boris')).toMatchObject({ credit_limit: usd(2.5) })
  expect(afterOf('billing.change_mode', 'amina')).toMatchObject({ proposed: 'mode', credit_limit: usd(2.5) })
})

test('a member of the organization asks for money, and decides about none', async () => {
  const { organization, payment, topUp } = await withTransfer()
  const { of, platform } = organization
  const owner: Actor = {
    kind: 'member',
    personId: 'per_1',
    organizationId: of.organization_id,
    roles: ['owner', 'financial_officer'],
  }
  const refused = { code: 'not_permitted' }
  await expect(approvePayment(owner, { ...of, id: payment }, platform)).rejects.toMatchObject(refused)
  await expect(approveTopUp(owner, { ...of, id: topUp }, platform)).rejects.toMatchObject(refused)
})
