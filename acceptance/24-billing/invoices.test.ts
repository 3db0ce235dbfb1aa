import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebhookEvent } from '../14-webhooks/receiver.ts'
import { screen } from '../15-aml-screening/screening.ts'
import { get } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { until } from '../client/kyc.ts'
import { startSecondProcess } from '../installation/second-process.ts'
import { newDataDir, removeInstallation } from '../installation/start-installation.ts'
import { type Billed, startBilled, validate } from './billed-installation.ts'
import {
  type Invoice,
  type Money,
  type Payment,
  type Run,
  type TopUp,
  usd,
  type Wallet,
} from './billing-shapes.ts'

let billed: Billed
beforeAll(async () => {
  billed = await startBilled()
}, 240_000)
afterAll(() => billed?.stop())

const typesSent = async () => {
  const { json } = await get<{ data: WebhookEvent[] }>(billed.production, '/v1/events?limit=500')
  return json.data.map(({ type }) => type).filter((type) => type.startsWith('billing.'))
}

const firstOfNextMonth = (): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}
const later = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000).toISOString()

const payInAdvance = async () => {
  const { billing } = billed
  const request = await billing<TopUp>('top-up', '100')
  expect(request).toMatchObject({ status: 'submitted', amount: usd(100), invoice_id: null })
  const approved = await billing<TopUp>('approve-top-up', request.id, '--as', 'amina')
  const invoice = await billing<Invoice>('invoice', approved.invoice_id ?? '')
  expect(invoice).toMatchObject({ kind: 'top_up', total: usd(116), tax: usd(16), amount_due: usd(116) })
  const declare = ['declare-payment', '--invoice', invoice.id, '--amount', '118', '--method', 'bank_transfer']
  const payment = await billing<Payment>(...declare, '--reference', 'TRF-77')
  const statement = join(billed.dataDir, 'statement.csv')
  writeFileSync(statement, 'date,amount,reference\n2026-11-20,118.00,TRF-77\n2026-11-21,5.00,unknown\n')
  expect(await billing<{ data: unknown[] }>('reconcile', statement)).toMatchObject({
    data: [{ match: 'payment', payment_id: payment.id }, { match: 'none' }],
  })
  await billing('approve-payment', payment.id, '--as', 'amina')
  expect((await billed.wallet()).balance).toEqual(usd(10_100))
  // 2 USD more than the invoice: they are not in the wallet, and two people return them.
  expect(await billing('show')).toMatchObject({ unapplied: usd(2) })
  await billed.both('return-unapplied', '2', '--reason', 'Paid too much')
  expect(await billing('show')).toMatchObject({ unapplied: usd(0) })
  expect(await billing<Invoice>('invoice', invoice.number)).toMatchObject({
    status: 'paid',
    amount_due: usd(0),
  })
  const rejected = await billing<TopUp>('top-up', '5')
  await billing('reject-top-up', rejected.id, '--reason', 'No contract')
  expect(await typesSent()).toEqual([
    'billing.invoice_issued',
    'billing.topup_approved',
    'billing.payment_approved',
    'billing.invoice_paid',
    'billing.wallet_credited',
    'billing.topup_rejected',
  ])
}

const monthOfMonitor = 'Monitored subject, one month'

/** A monitored subject. Each process charges the months that are due when it starts, and every hour. */
const monitorSubject = async (): Promise<string> => {
  const { json } = await screen(
    billed.production,
    { full_name: 'Justin Kabeya Ilunga' },
    { checks: ['pep'], monitoring: true },
  )
  const ownDataDir = newDataDir()
  const second = await startSecondProcess(billed.dataDir, ownDataDir)
  try {
    const spent = async () => {
      const { allowances } = await billed.billing<{ allowances: { spent: Money }[] }>('show')
      return Math.round(allowances.reduce((sum, allowance) => sum + allowance.spent.value, 0) * 100)
    }
    await until(spent, (cents) => cents === 77)
  } finally {
    await second.stop()
    await removeInstallation(ownDataDir, second)
  }
  return String(json.monitoring.monitor_id)
}

/** The month is a line of the invoice and of its event, and the line opens to the monitor. */
const expectMonth = async ({ number, lines }: Invoice, monitorId: string) => {
  const ofMonth = { description: monthOfMonitor, quantity: 1, unit_price: usd(0.02), amount: usd(0.02) }
  expect(lines).toContainEqual(ofMonth)
  const { json } = await get<{ data: WebhookEvent[] }>(billed.production, '/v1/events?limit=500')
  const issued = json.data.find(({ data }) => (data.object as { number?: string }).number === number)
  expect(issued).toMatchObject({ type: 'billing.invoice_issued', data: { object: { lines } } })
  const position = lines.findIndex(({ description }) => description === monthOfMonitor) + 1
  const calls = await billed.billing<{ data: { id: string; amount: Money }[] }>(
    ...['invoice', number, '--line', String(position)],
  )
  const month = new Date().toISOString().slice(0, 7)
  expect(calls.data).toMatchObject([{ id: `${monitorId}/${month}`, amount: usd(0.02) }])
}

const payByInvoice = async () => {
  const { billing, both } = billed
  const changed = await both<Wallet>('mode', 'postpaid', '--credit-limit', '0.5')
  expect(changed).toMatchObject({ mode: 'postpaid', credit_limit: usd(0.5), balance: usd(10_100) })
  await both('adjust', '-10100', '--reason', 'The balance is paid out')
  for (let call = 0; call < 5; call++) expect((await validate(billed.production)).status).toBe(200)
  expectRefusal(await validate(billed.production), 'credit_limit_reached')
  await both('mode', 'postpaid', '--credit-limit', '50')
  expect((await validate(billed.production)).status).toBe(200)
  const monitorId = await monitorSubject()
  const first = firstOfNextMonth()
  const due = 30
  const rehearsed = await billing<Run>('rehearse', '--until', later(first, due + 15))
  expect(rehearsed.actions.map(({ action }) => action)).toEqual([
    'invoice_issued',
    'reminder_before_due',
    'overdue',
    'reminder_after_due',
    'second_reminder_after_due',
    'services_suspended',
  ])
  const run = (days: number) => billing<Run>('run', '--as-of', later(first, days))
  expect((await run(0)).actions.map(({ action }) => action)).toEqual(['invoice_issued'])
  const { data } = await billing<{ data: Invoice[] }>('invoices')
  const invoice = data[0] as Invoice
  expect(invoice).toMatchObject({ kind: 'usage', status: 'issued', subtotal: usd(0.77), tax: usd(0.12) })
  await expectMonth(invoice, monitorId)
  expect(Date.parse(invoice.due_at) - Date.parse(invoice.issued_at)).toBe(due * 86_400_000)
  expect((await run(due + 15)).actions).toHaveLength(5)
  expect(await billed.wallet()).toMatchObject({ suspended: true })
  expectRefusal(await validate(billed.production), 'credit_limit_reached')
  const declare = [
    'declare-payment',
    '--invoice',
    invoice.number,
    '--amount',
    '0.89',
    '--method',
    'mobile_money',
  ]
  const payment = await billing<Payment>(...declare, '--reference', 'MM-1')
  await billing('approve-payment', payment.id, '--as', 'amina')
  expect(await billed.wallet()).toMatchObject({ suspended: false })
  expect((await validate(billed.production)).status).toBe(200)
  expect((await typesSent()).slice(6)).toEqual([
    ...['billing.mode_changed', 'billing.wallet_adjusted', 'billing.mode_changed'],
    ...['billing.invoice_issued', 'billing.invoice_reminder', 'billing.invoice_overdue'],
    ...['billing.invoice_reminder', 'billing.invoice_reminder', 'billing.services_suspended'],
    ...['billing.payment_approved', 'billing.invoice_paid', 'billing.services_restored'],
  ])
  expect(await billing('prove')).toMatchObject({ ok: true })
}

test('an organization pays in advance, then by invoice, is suspended and restored', {
  timeout: 400_000,
  retry: 0,
}, async () => {
  await payInAdvance()
  await payByInvoice()
})
