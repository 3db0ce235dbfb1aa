import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adjustWallet,
  approvePayment,
  approveTopUp,
  changeMode,
  declarePayment,
  issueCreditNote,
  openKeeper,
  rejectTopUp,
  requestTopUp,
  runBilling,
  setThreshold,
  voidInvoice,
} from './index.ts'
import { rehearse } from './invoices/cycle.ts'
import { listInvoices, readInvoiceObject } from './invoices/invoice-rows.ts'
import { showBilling } from './organization-funds.ts'
import {
  amina,
  type BilledOrganization,
  type BillingDatabase,
  both,
  openBillingDatabase,
  usd,
} from './testing/organization.ts'

const noon = Date.UTC(2026, 2, 15, 12)
let database: BillingDatabase

beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

const topped = async (amount: number) => {
  const organization = await database.openPrepaid()
  const { of, platform } = organization
  await both((actor) => adjustWallet(actor, { ...of, amount, reason: 'start' }, platform))
  return organization
}

const expectProof = async ({ proof }: BilledOrganization) => {
  const { checks } = await proof()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
}

describe('prepaid', () => {
  test('a top-up is invoiced when it is approved, and credited when its invoice is paid in full', async () => {
    const organization = await database.openPrepaid()
    const { of, platform, typesSent } = organization
    const request = await requestTopUp(amina, { ...of, amount: 100_000_000 }, platform)
    expect(request).toMatchObject({
      object: 'topup_request',
      status: 'submitted',
      amount: usd(100),
      invoice_id: null,
    })
    const approved = await approveTopUp(amina, { ...of, id: request.id }, platform)
    expect(approved).toMatchObject({ status: 'approved', invoice_id: expect.stringMatching(/^inv_/) })
    const invoiceId = (approved as typeof request).invoice_id as string
    const invoice = await readInvoiceObject(platform.pool, of.organization_id, invoiceId)
    expect(invoice).toMatchObject({
      ...{ number: expect.stringMatching(/^NANI-2026-\d{6}$/), kind: 'top_up', status: 'issued' },
      ...{ subtotal: usd(100), tax: usd(16), total: usd(116), amount_due: usd(116) },
      due_at: '2026-04-14T12:00:00.000Z',
    })
    const pay = async (amount: number) => {
      const declared = { ...of, invoices: [invoiceId], amount, method: 'cash' as const, reference: 'R1' }
      const payment = await declarePayment(amina, declared, platform)
      expect(payment).toMatchObject({ status: 'declared', invoice_ids: [invoiceId] })
      return approvePayment(amina, { ...of, id: payment.id }, platform)
    }
    await pay(100_000_000)
    expect((await showBilling(platform.pool, of.organization_id)).wallet.balance).toEqual(usd(0))
    await pay(16_000_000)
    expect((await showBilling(platform.pool, of.organization_id)).wallet.balance).toEqual(usd(100))
    expect(await readInvoiceObject(platform.pool, of.organization_id, invoiceId)).toMatchObject({
      ...{ status: 'paid', amount_due: usd(0), paid_at: '2026-03-15T12:00:00.000Z' },
    })
    expect(await typesSent()).toEqual([
      'mode_changed',
      ...['invoice_issued', 'topup_approved', 'payment_approved'],
      ...['payment_approved', 'invoice_paid', 'wallet_credited'],
    ])
    await expectProof(organization)
  })

  test('a rejected request gives its reason, and is decided once', async () => {
    const { of, platform, typesSent } = await database.openPrepaid()
    const { id } = await requestTopUp(amina, { ...of, amount: 5_000_000 }, platform)
    const rejected = await rejectTopUp(amina, { ...of, id, reason: 'No contract' }, platform)
    expect(rejected).toMatchObject({
      status: 'rejected',
      reason: 'No contract',
      decided_at: expect.any(String),
    })
    await expect(approveTopUp(amina, { ...of, id }, platform)).rejects.toMatchObject({
      code: 'billing_conflict',
    })
    expect(await typesSent()).toContain('topup_rejected')
  })

  test('balance_low is sent once for each crossing', async () => {
    const organization = await topped(1_000_000)
    const { of, platform, call, typesSent, applicationId } = organization
    await setThreshold(amina, { ...of, threshold: 950_000 }, platform)
    const keeper = openKeeper(platform, (error) => {
      throw error
    })
    const spend = async () => {
      await call()
      keeper.onSpent({ organizationId: of.organization_id, applicationId })
      await keeper.run()
    }
    const lows = async () => (await typesSent()).filter((type) => type === 'balance_low').length
    await spend()
    await spend()
    expect(await lows()).toBe(1)
    await both((actor) => adjustWallet(actor, { ...of, amount: 1_000_000, reason: 'more' }, platform))
    await both((actor) => adjustWallet(actor, { ...of, amount: -1_000_000, reason: 'less' }, platform))
    expect(await lows()).toBe(2)
    await expectProof(organization)
  })

  test('an adjustment takes no more than there is', async () => {
    const organization = await topped(1_000_000)
    const { of, platform, call } = organization
    await call()
    await expect(
      both((actor) => adjustWallet(actor, { ...of, amount: -900_001, reason: 'x' }, platform)),
    ).rejects.toMatchObject({ code: 'billing_conflict' })
    const taken = both((actor) => adjustWallet(actor, { ...of, amount: -900_000, reason: 'y' }, platform))
    expect(await taken).toMatchObject({ balance: usd(0) })
    await expect(call()).rejects.toMatchObject({ refusal: { code: 'insufficient_balance' } })
    await expectProof(organization)
  })
})

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

describe('postpaid', () => {
  test('the month is invoiced on the first, then reminded, overdue, suspended, and restored when it is paid', async () => {
    const organization = await database.openOrganization()
    const { of, platform, call, typesSent } = organization
    for (let count = 0; count < 3; count++) await call()
    const run = (day: string) => runBilling(amina, { ...of, as_of_ms: at(day) }, platform)
    const actionsOf = async (day: string) => (await run(day)).actions.map(({ action }) => action)
    expect(await actionsOf('2026-03-31')).toEqual([])
    const rehearsed = await rehearse(platform, of.organization_id, at('2026-05-16'))
    expect(rehearsed.actions.map(({ at: time, action }) => `${time.slice(0, 10)} ${action}`)).toEqual([
      '2026-04-01 invoice_issued',
      '2026-04-24 reminder_before_due',
      '2026-05-02 overdue',
      '2026-05-02 reminder_after_due',
      '2026-05-08 second_reminder_after_due',
      '2026-05-16 services_suspended',
    ])
    expect(await listInvoices(platform.pool, of.organization_id)).toEqual([])
    expect(await actionsOf('2026-04-01')).toEqual(['invoice_issued'])
    expect(await actionsOf('2026-04-01')).toEqual([])
    const [invoice] = await listInvoices(platform.pool, of.organization_id)
    expect(invoice).toMatchObject({
      ...{ kind: 'usage', status: 'issued', period: { start: '2026-03-01', end: '2026-03-31' } },
      lines: [{ description: 'KYC Validation', quantity: 3, unit_price: usd(0.1), amount: usd(0.3) }],
      ...{ subtotal: usd(0.3), tax: usd(0.05), total: usd(0.35), amount_due: usd(0.35) },
      ...{ issued_at: '2026-04-01T00:00:00.000Z', due_at: '2026-05-01T00:00:00.000Z' },
    })
    expect(await actionsOf('2026-05-15')).toHaveLength(4)
    await call()
    expect(await actionsOf('2026-05-16')).toEqual(['invoice_issued', 'services_suspended'])
    await expect(call()).rejects.toMatchObject({ refusal: { code: 'credit_limit_reached' } })
    const declared = { ...of, invoices: [invoice?.id as string], amount: 350_000, method: 'cash' as const }
    const payment = await declarePayment(amina, { ...declared, reference: 'R' }, platform)
    await approvePayment(amina, { ...of, id: payment.id }, platform)
    await call()
    expect((await typesSent()).filter((type) => type !== 'payment_approved')).toEqual([
      ...['invoice_issued', 'invoice_reminder', 'invoice_overdue', 'invoice_reminder', 'invoice_reminder'],
      ...['invoice_issued', 'services_suspended', 'invoice_paid', 'services_restored'],
    ])
    await expectProof(organization)
  })

  test('the limit compares unbilled usage and unpaid invoices, and a payment frees it', async () => {
    const organization = await database.openOrganization()
    const { of, platform, call } = organization
    const limit = 500_000
    await both((actor) => changeMode(actor, { ...of, mode: 'postpaid', credit_limit: limit }, platform))
    for (let count = 0; count < 5; count++) await call()
    await expect(call(1)).rejects.toMatchObject({ refusal: { code: 'credit_limit_reached' } })
    await runBilling(amina, { ...of, as_of_ms: at('2026-04-01') }, platform)
    await expect(call(1)).rejects.toMatchObject({ refusal: { code: 'credit_limit_reached' } })
    const [invoice] = await listInvoices(platform.pool, of.organization_id)
    const declared = {
      ...of,
      invoices: [invoice?.number as string],
      amount: 580_000,
      method: 'cash' as const,
    }
    const payment = await declarePayment(amina, { ...declared, reference: 'R' }, platform)
    await approvePayment(amina, { ...of, id: payment.id }, platform)
    for (let count = 0; count < 5; count++) await call()
    await expect(call(1)).rejects.toMatchObject({ refusal: { code: 'credit_limit_reached' } })
    await expectProof(organization)
  })

  test('a balance stays on a change to postpaid, reduces the next invoice, and does not raise the limit', async () => {
    const organization = await topped(1_000_000)
    const { of, platform, call } = organization
    await call()
    const changed = both((actor) =>
      changeMode(actor, { ...of, mode: 'postpaid', credit_limit: 200_000 }, platform),
    )
    expect(await changed).toMatchObject({ mode: 'postpaid', balance: usd(0.9), credit_limit: usd(0.2) })
    await call()
    await call()
    await expect(call(1)).rejects.toMatchObject({ refusal: { code: 'credit_limit_reached' } })
    await runBilling(amina, { ...of, as_of_ms: at('2026-04-01') }, platform)
    const [invoice] = await listInvoices(platform.pool, of.organization_id)
    expect(invoice).toMatchObject({ total: usd(0.23), amount_due: usd(0), status: 'paid' })
    expect((await showBilling(platform.pool, of.organization_id)).wallet.balance).toEqual(usd(0.67))
    await expectProof(organization)
  })

  test('a voided invoice frees its usage for the next one, and its number is not given again', async () => {
    const organization = await database.openOrganization()
    const { of, platform, call } = organization
    await call()
    await runBilling(amina, { ...of, as_of_ms: at('2026-04-01') }, platform)
    const [first] = await listInvoices(platform.pool, of.organization_id)
    const id = first?.id as string
    const voided = await both((actor) => voidInvoice(actor, { ...of, id, reason: 'Wrong name' }, platform))
    expect(voided).toMatchObject({ status: 'voided', amount_due: usd(0), total: usd(0.12) })
    await expectProof(organization)
    await runBilling(amina, { ...of, as_of_ms: at('2026-05-01') }, platform)
    const [second] = await listInvoices(platform.pool, of.organization_id)
    expect(second).toMatchObject({ status: 'issued', total: usd(0.12) })
    expect(second?.number).not.toBe(first?.number)
    await expectProof(organization)
  })

  test('a credit note takes off what is due, and returns what was paid', async () => {
    const organization = await database.openOrganization()
    const { of, platform, call } = organization
    for (let count = 0; count < 10; count++) await call()
    await runBilling(amina, { ...of, as_of_ms: at('2026-04-01') }, platform)
    const [invoice] = await listInvoices(platform.pool, of.organization_id)
    const id = invoice?.id as string
    const credit = (amount: number, reason: string) =>
      both((actor) => issueCreditNote(actor, { ...of, id, amount, reason }, platform))
    expect(await credit(580_000, 'Outage')).toMatchObject({
      ...{ kind: 'credit_note', corrects: id, total: usd(0.58), tax: usd(0.08), subtotal: usd(0.5) },
    })
    expect(await readInvoiceObject(platform.pool, of.organization_id, id)).toMatchObject({
      amount_due: usd(0.58),
    })
    const declared = { ...of, invoices: [id], amount: 580_000, method: 'cash' as const, reference: 'R' }
    const payment = await declarePayment(amina, declared, platform)
    await approvePayment(amina, { ...of, id: payment.id }, platform)
    await credit(100_000, 'More')
    expect(await showBilling(platform.pool, of.organization_id)).toMatchObject({
      wallet: { balance: usd(0) },
      unapplied: usd(0.1),
    })
    await expect(credit(490_000, 'Too much')).rejects.toMatchObject({ code: 'billing_conflict' })
    await expectProof(organization)
  })
})

test('the financial officer of an organization asks for a top-up, and cannot approve it', async () => {
  const { of, platform } = await database.openPrepaid()
  const member: Actor = {
    kind: 'member',
    personId: 'per_1',
    organizationId: of.organization_id,
    roles: ['financial_officer'],
  }
  const { id } = await requestTopUp(member, { ...of, amount: 10_000 }, platform)
  await expect(approveTopUp(member, { ...of, id }, platform)).rejects.toMatchObject({ code: 'not_permitted' })
})
