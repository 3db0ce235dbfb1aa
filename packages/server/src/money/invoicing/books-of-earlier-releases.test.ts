import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvePayment, approveTopUp, declarePayment, requestTopUp, runBilling } from './index.ts'
import { listInvoices } from './invoices/invoice-rows.ts'
import {
  amina,
  type BilledOrganization,
  type BillingDatabase,
  openBillingDatabase,
} from './testing/organization.ts'

const noon = Date.UTC(2026, 2, 15, 12)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

const wrongOf = async ({ proof }: BilledOrganization) =>
  (await proof()).checks.filter(({ ok }) => !ok).map(({ name }) => name)

/** The rows of an overpaid top-up, as earlier releases wrote them: what exceeded the invoice was credited to the wallet. */
const overpaidBefore = async ({ of, platform }: BilledOrganization): Promise<void> => {
  const { id } = await requestTopUp(amina, { ...of, amount: 1_000_000 }, platform)
  await approveTopUp(amina, { ...of, id }, platform)
  const [invoice] = await listInvoices(platform.pool, of.organizationId)
  const declared = { ...of, invoices: [invoice!.id], method: 'cash', reference: 'R' } as const
  const payment = await declarePayment(amina, { ...declared, amount: 1_660_000 }, platform)
  await approvePayment(amina, { ...of, id: payment.id }, platform)
  const client = await platform.pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table billing_payments disable trigger approved_payment_kept')
    const values = [of.organizationId]
    await client.query('update billing_payments set unapplied = null where organization_id = $1', values)
    await client.query(
      `update ledger_transactions set reason = null where organization_id = $1 and kind = 'payment'`,
      values,
    )
    await client.query(
      `delete from ledger_entries where organization_id = $1 and account = 'unapplied'`,
      values,
    )
    await client.query(
      `update ledger_entries set amount = 1660000 where organization_id = $1 and account = 'receivable' and amount = 1160000`,
      values,
    )
    await client.query(
      `insert into ledger_transactions
       select transaction_id || 'B', organization_id, kind, at, subject, 'more than the invoices'
       from ledger_transactions where organization_id = $1 and kind = 'payment'`,
      values,
    )
    await client.query(
      `insert into ledger_entries
       select t.transaction_id, e.position, t.organization_id, e.account, e.amount
       from ledger_transactions t
       cross join (values (1, 'receivable', -500000), (2, 'wallet', 500000)) e(position, account, amount)
       where t.organization_id = $1 and t.reason = 'more than the invoices'`,
      values,
    )
    await client.query(
      `update ledger_balances set balance = balance + case account when 'wallet' then 500000 else -500000 end
       where organization_id = $1 and account in ('wallet', 'unapplied')`,
      values,
    )
    await client.query('alter table billing_payments enable trigger approved_payment_kept')
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('what an earlier release credited beyond an invoice is proved, and a second one of it is not', async () => {
  const organization = await database.openPrepaid()
  await overpaidBefore(organization)
  expect(await wrongOf(organization)).toEqual([])
  await database.pool.query(
    `update ledger_transactions set at = at + interval '1 day'
    where organization_id = $1 and reason = 'more than the invoices'`,
    [organization.of.organizationId],
  )
  expect(await wrongOf(organization)).toEqual([
    'a payment is in the wallet only where an earlier release credited what exceeded its invoices',
  ])
})

test('what an earlier release left without an invoice at a change of the mode is invoiced by the next cycle', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  await call()
  await runBilling(amina, { ...of, asOfMs: noon + 86_400_000 }, platform)
  await database.pool.query(`update billing_wallets set mode = 'prepaid' where organization_id = $1`, [
    of.organizationId,
  ])
  await runBilling(amina, { ...of, asOfMs: Date.UTC(2026, 3, 1) }, platform)
  expect(await listInvoices(platform.pool, of.organizationId)).toMatchObject([
    { kind: 'usage', status: 'issued' },
  ])
})

test('an organization that is older than billing is postpaid without a limit, also without a decision', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  await call()
  await platform.pool.query('update billing_wallets set predates_billing = true where organization_id = $1', [
    of.organizationId,
  ])
  expect(await wrongOf(organization)).toEqual([])
})
