import { dayMs } from '@nani/foundation/core/index.ts'
import { maintainPartitions } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FundsSpent } from '../../calls/commit/index.ts'
import { adjustWallet, changeMode, runBilling, voidInvoice } from './index.ts'
import { rehearse } from './invoices/cycle.ts'
import { listInvoices } from './invoices/invoice-rows.ts'
import { showBilling } from './organization-funds.ts'
import {
  amina,
  type BilledOrganization,
  type BillingDatabase,
  boris,
  both,
  openBillingDatabase,
  usd,
} from './testing/organization.ts'

const noon = Date.UTC(2026, 2, 15, 12)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
  await maintainPartitions(database.pool, noon + 31 * dayMs)
})
afterAll(() => database.drop())

const change = ({ of, platform }: BilledOrganization, mode: 'prepaid' | 'postpaid') =>
  both((actor) => changeMode(actor, { ...of, mode, credit_limit: null }, platform))
const give = ({ of, platform }: BilledOrganization, amount: number) =>
  both((actor) => adjustWallet(actor, { ...of, amount, reason: 'start' }, platform))
const invoicesOf = ({ of, platform }: BilledOrganization) => listInvoices(platform.pool, of.organization_id)
const expectProof = async ({ proof }: BilledOrganization) =>
  expect((await proof()).checks.filter(({ ok }) => !ok)).toEqual([])

test('the open usage is invoiced at the change, from the last invoiced day on', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call, typesSent } = organization
  await call()
  platform.clock.advance(31 * dayMs)
  await runBilling(amina, { ...of, as_of_ms: platform.clock.now() }, platform)
  await call()
  await call()
  expect(await rehearse(platform, of.organization_id, Date.UTC(2026, 4, 1))).toMatchObject({
    actions: [{ action: 'invoice_issued' }],
  })
  await change(organization, 'prepaid')
  expect(await invoicesOf(organization)).toMatchObject([
    {
      ...{ kind: 'usage', status: 'issued', subtotal: usd(0.2), total: usd(0.23) },
      ...{ period: { start: '2026-04-01', end: '2026-04-15' }, issued_at: '2026-04-15T12:00:00.000Z' },
    },
    { period: { start: '2026-03-01', end: '2026-03-31' } },
  ])
  expect((await typesSent()).slice(-2)).toEqual(['invoice_issued', 'mode_changed'])
  // The month that ends has no usage without an invoice any more.
  const { actions } = await rehearse(platform, of.organization_id, Date.UTC(2026, 4, 1))
  expect(actions.filter(({ action }) => action === 'invoice_issued')).toEqual([])
  await expectProof(organization)
})

test('the rest of the month has its own invoice, when the organization is postpaid again', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  await call()
  await change(organization, 'prepaid')
  await change(organization, 'postpaid')
  await call()
  platform.clock.advance(dayMs)
  await call()
  await runBilling(amina, { ...of, as_of_ms: Date.UTC(2026, 3, 1) }, platform)
  expect(await invoicesOf(organization)).toMatchObject([
    { subtotal: usd(0.2), period: { start: '2026-03-15', end: '2026-03-31' } },
    { subtotal: usd(0.1), period: { start: '2026-03-15', end: '2026-03-15' } },
  ])
  await expectProof(organization)
})

test('the usage of an invoice that is voided after the change is invoiced again', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  await call()
  await change(organization, 'prepaid')
  const [invoice] = await invoicesOf(organization)
  await both((actor) => voidInvoice(actor, { ...of, id: invoice!.id, reason: 'Wrong customer' }, platform))
  await runBilling(amina, { ...of, as_of_ms: Date.UTC(2026, 3, 1) }, platform)
  expect(await invoicesOf(organization)).toMatchObject([
    { status: 'issued', subtotal: usd(0.1), period: { start: '2026-03-01', end: '2026-03-31' } },
    { status: 'voided' },
  ])
  await expectProof(organization)
})

test('calls that are committed during the change are on one side, and none is lost', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  await give(organization, 1_000_000)
  await changeMode(amina, { ...of, mode: 'prepaid', credit_limit: null }, platform)
  const outcomes = Promise.all(
    Array.from({ length: 8 }, async () => {
      const done: boolean[] = []
      for (let n = 0; n < 20; n++)
        done.push(
          await call().then(
            () => true,
            (error) => {
              if (error instanceof FundsSpent) return false
              throw error
            },
          ),
        )
      return done.filter(Boolean).length
    }),
  )
  await call()
  await changeMode(boris, { ...of, mode: 'prepaid', credit_limit: null }, platform)
  const calls = 1 + (await outcomes).reduce((sum, count) => sum + count, 0)
  const { charged } = await organization.proof()
  expect(charged.value).toBeCloseTo(calls * 0.1, 6)
  await runBilling(amina, { ...of, as_of_ms: noon + 2 * dayMs }, platform)
  const { rows } = await platform.pool.query<{ paid_by: string; amount: number }>(
    `select paid_by, sum(amount)::bigint as amount from billing_usage where organization_id = $1 group by paid_by`,
    [of.organization_id],
  )
  const sums = Object.fromEntries(rows.map(({ paid_by, amount }) => [paid_by, amount]))
  const [invoice] = await invoicesOf(organization)
  expect(Math.round(invoice!.subtotal.value * 1e6)).toBe(sums.invoice)
  expect((sums.invoice ?? 0) + (sums.wallet ?? 0)).toBe(calls * 100_000)
  // The wallet paid its own calls, and what it paid of the invoice.
  const { wallet } = await showBilling(platform.pool, of.organization_id)
  const ofInvoice = Math.round((invoice!.total.value - invoice!.amount_due.value) * 1e6)
  expect(Math.round(wallet.balance.value * 1e6)).toBe(1_000_000 - ofInvoice - (sums.wallet ?? 0))
  await expectProof(organization)
})
