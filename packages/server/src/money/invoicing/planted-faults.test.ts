import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveOnce } from './testing/live-once.ts'
import { type BilledOrganization, type BillingDatabase, openBillingDatabase } from './testing/organization.ts'

/*
 * Someone with the password of the database changes the books. Each fault balances to zero, and leaves the balances as the
 * entries are: the statements about sums alone do not see it.
 */

const noon = Date.UTC(2026, 2, 15, 12)
let database: BillingDatabase
let organization: BilledOrganization
beforeAll(async () => {
  database = await openBillingDatabase(noon)
  organization = await database.openPrepaid()
  await liveOnce(organization)
})
afterAll(() => database.drop())

type Entries = Record<string, number>

/** A transaction as the product would write it, with its balances. */
const book = async (client: pg.PoolClient, kind: string, entries: Entries, subject: string | null = null) => {
  const { organization_id: organizationId } = organization.of
  const id = `ltx_${Math.random()}`
  await client.query(
    `insert into ledger_transactions (transaction_id, organization_id, kind, at, subject, reason)
     values ($1, $2, $3, $4, $5, 'Outage')`,
    [id, organizationId, kind, new Date(organization.platform.clock.now()), subject],
  )
  for (const [position, [account, amount]] of Object.entries(entries).entries()) {
    await client.query(`insert into ledger_entries values ($1, $2, $3, $4, $5)`, [
      ...[id, position, organizationId, account, amount],
    ])
    await client.query(
      `insert into ledger_balances as b values ($1, $2, $3)
       on conflict (organization_id, account) do update set balance = b.balance + excluded.balance`,
      [organizationId, account, amount],
    )
  }
}

/** The statements that do not hold after a fault, which is rolled back. */
const contradicted = async (plant: (client: pg.PoolClient) => Promise<unknown>): Promise<string[]> => {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table billing_payments disable trigger approved_payment_kept')
    await plant(client)
    const { checks } = await organization.proofWithin(client)
    return checks.filter(({ ok }) => !ok).map(({ name }) => name)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const sql = (text: string) => (client: pg.PoolClient) =>
  client.query(text, text.includes('$1') ? [organization.of.organization_id] : [])

test('the books of an organization that did everything once are proved', async () => {
  expect(await contradicted(async () => {})).toEqual([])
})

test('the database refuses to change or delete an approved payment', async () => {
  const { organization_id: organizationId } = organization.of
  for (const text of [
    'update billing_payments set amount = amount + 1 where organization_id = $1',
    `update billing_payments set status = 'rejected' where organization_id = $1`,
    'delete from billing_payments where organization_id = $1',
  ])
    await expect(database.pool.query(text, [organizationId])).rejects.toMatchObject({
      constraint: 'approved_payment_kept',
    })
})

const million = 700_000_000
const payments =
  'every approved payment is one transaction of the ledger, and every transaction of the bank is a payment'
const kinds = 'a transaction moves money between the accounts of its kind only'
const noDecision = (what: string) => `every ${what} was decided by two people`
const invoiceIs = 'every invoice is one transaction of the ledger, with its total and its VAT'

describe('a fault is seen', () => {
  test.each<[fault: string, statement: string, plant: (client: pg.PoolClient) => Promise<unknown>]>([
    [
      'an approved payment is larger',
      payments,
      sql('update billing_payments set amount = amount + 10000 where organization_id = $1'),
    ],
    [
      'an approved payment is for another invoice',
      payments,
      sql(`update billing_payments set invoice_ids = '{inv_1}' where organization_id = $1`),
    ],
    [
      'an approved payment has another reference',
      payments,
      sql(`update billing_payments set external_reference = 'TRF-2' where organization_id = $1`),
    ],
    [
      'an approved payment was approved by another person',
      payments,
      sql(`update billing_payments set decided_by = 'carl' where organization_id = $1`),
    ],
    [
      'an approved payment is deleted',
      payments,
      sql(`delete from billing_payments where organization_id = $1 and amount = 3000000`),
    ],
    [
      'an approved payment is rejected',
      payments,
      sql(`update billing_payments set status = 'rejected' where organization_id = $1 and amount = 3000000`),
    ],
    [
      'a payment is approved without the ledger',
      payments,
      sql(`insert into billing_payments (payment_id, organization_id, status, method, amount, external_reference, invoice_ids, declared_at, declared_by, decided_at, decided_by)
      values ('pay_x', $1, 'approved', 'cash', 10000, 'R', '{}', now(), 'amina', now(), 'boris')`),
    ],
    [
      'money of the bank without a payment',
      payments,
      (client) => book(client, 'payment', { bank: -million, receivable: million }),
    ],
    [
      'money of the bank without a payment',
      'the bank has the approved payments, without what two people returned',
      (client) => book(client, 'payment', { bank: -million, unapplied: million }),
    ],
    [
      'money of the bank in the wallet',
      'a payment is in the wallet only where an earlier release credited what exceeded its invoices',
      (client) => book(client, 'payment', { bank: -million, wallet: million }),
    ],
    [
      'money of another account in the wallet',
      kinds,
      (client) => book(client, 'grant', { rounding: -million, wallet: million }),
    ],
    [
      'money of another account in the wallet',
      kinds,
      (client) => book(client, 'gift', { adjustments: -million, wallet: million }),
    ],
    [
      'credit in the wallet',
      'an allowance has its money of the wallet, or of the credit',
      (client) => book(client, 'grant', { credit: -million, wallet: million }),
    ],
    [
      'an adjustment without a proposal',
      noDecision('adjustment'),
      (client) => book(client, 'adjustment', { adjustments: -million, wallet: million }),
    ],
    [
      'an adjustment whose proposal is deleted',
      noDecision('adjustment'),
      sql(`delete from billing_proposals where organization_id = $1 and action = 'adjust'`),
    ],
    [
      'an adjustment of another amount',
      noDecision('adjustment'),
      sql(
        `update billing_proposals set command = replace(command, '"value":5', '"value":4') where organization_id = $1 and action = 'adjust'`,
      ),
    ],
    [
      'a return without a proposal',
      noDecision('return of money'),
      (client) => book(client, 'unapplied_returned', { unapplied: -10_000, bank: 10_000 }),
    ],
    [
      'a void without a proposal',
      noDecision('voided invoice'),
      sql(`delete from billing_proposals where organization_id = $1 and action = 'void'`),
    ],
    [
      'an invoice is voided',
      'every voided invoice is taken back by one transaction of the ledger',
      sql(
        `update billing_invoices set status = 'voided', amount_due = 0 where organization_id = $1 and kind = 'usage'`,
      ),
    ],
    [
      'a credit note without a proposal',
      noDecision('credit note'),
      sql(
        `update billing_proposals set executed_at = null where organization_id = $1 and action = 'credit-note'`,
      ),
    ],
    [
      'a credit note of another amount',
      'every credit note is one transaction of the ledger, with its total and its VAT',
      sql(
        `update billing_invoices set subtotal = subtotal + 10000, total = total + 10000 where organization_id = $1 and kind = 'credit_note'`,
      ),
    ],
    [
      'a credit note of another rate',
      'the VAT of a credit note has the rate of its invoice, and takes off no more than the invoice has',
      sql(
        `update billing_invoices set subtotal = subtotal + 10000, tax = tax - 10000 where organization_id = $1 and kind = 'credit_note'`,
      ),
    ],
    [
      'an invoice forgets its credit note',
      'an invoice knows what credit notes took off it, and whether something is due',
      sql(`update billing_invoices set credited_net = 0 where organization_id = $1`),
    ],
    [
      'one person is both',
      'every decision of two people has two names, and was taken within a day',
      sql(`update billing_proposals set executed_by = ' AMINA ' where organization_id = $1`),
    ],
    [
      'a second person came too late',
      'every decision of two people has two names, and was taken within a day',
      sql(
        `update billing_proposals set proposed_at = executed_at - interval '25 hours' where organization_id = $1`,
      ),
    ],
    [
      'another mode',
      'the mode and the credit limit are those that two people decided last, or those of the start',
      sql(`update billing_wallets set mode = 'prepaid', credit_limit = null where organization_id = $1`),
    ],
    [
      'usage that the wallet paid in postpaid mode',
      'usage is paid as the mode was that two people decided, or that of the start',
      sql(`update billing_usage set paid_by = 'wallet' where organization_id = $1 and paid_by = 'invoice'`),
    ],
    [
      'usage below zero',
      'the usage of a transaction is its revenue',
      (client) => book(client, 'usage', { revenue: -million, credit: million }),
    ],
    [
      'an unpaid top-up that was taken away',
      'what is deferred is what unpaid top-ups ask for, without VAT',
      (client) => book(client, 'void', { deferred: -10_000, rounding: 10_000 }),
    ],
    [
      'a larger credit limit',
      'the mode and the credit limit are those that two people decided last, or those of the start',
      sql(`update billing_wallets set credit_limit = credit_limit * 10 where organization_id = $1`),
    ],
    [
      'a prepaid wallet with credit',
      'a prepaid organization has no credit',
      (client) =>
        client.query(
          `update billing_wallets set mode = 'prepaid', credit_limit = null where organization_id = $1`,
          [organization.of.organization_id],
        ),
    ],
    [
      'demo credit',
      'demo credit is given once, before all other money',
      (client) => book(client, 'demo_credit', { demo_credit: -10_000_000_000, wallet: 10_000_000_000 }),
    ],
    [
      'an invoice with less VAT',
      'the VAT of an invoice has the rate of its day',
      sql(
        `update billing_invoices set tax = 0, total = subtotal, amount_due = subtotal where organization_id = $1 and kind = 'usage'`,
      ),
    ],
    [
      'an invoice with another total',
      invoiceIs,
      sql(
        `update billing_invoices set subtotal = subtotal + 10000, total = total + 10000 where organization_id = $1 and kind = 'usage'`,
      ),
    ],
    [
      'an invoice without its transaction',
      invoiceIs,
      sql(`update ledger_transactions set kind = 'void' where organization_id = $1 and kind = 'invoice'`),
    ],
    [
      'a transaction without an invoice',
      invoiceIs,
      (client) => book(client, 'invoice', { receivable: -11_600, tax: 1_600, unbilled: 10_000 }, 'inv_x'),
    ],
    [
      'a top-up is credited twice',
      'every top-up that is paid is credited once, without its VAT',
      sql(
        `update ledger_entries e set amount = amount * 2 from ledger_transactions t where t.transaction_id = e.transaction_id and t.organization_id = $1 and t.kind = 'top_up'`,
      ),
    ],
    [
      'a top-up that is not paid is credited',
      'every top-up that is paid is credited once, without its VAT',
      (client) => book(client, 'top_up', { deferred: -million, wallet: million }, 'inv_x'),
    ],
    [
      'a large payment that one person approved',
      'a large payment was approved by two people',
      sql(`delete from billing_proposals where organization_id = $1 and action = 'approve-payment'`),
    ],
    [
      'a large top-up that one person approved',
      'a large top-up was approved by two people',
      sql(`delete from billing_proposals where organization_id = $1 and action = 'approve-top-up'`),
    ],
    [
      'usage that no invoice asks for',
      'usage that is owed for more than a month is on an invoice',
      async (client) => {
        const { organization_id: organizationId } = organization.of
        await client.query(
          `delete from billing_invoiced_usage v using billing_invoices i where i.invoice_id = v.invoice_id and i.organization_id = $1`,
          [organizationId],
        )
        await client.query(
          `update ledger_transactions set at = at - interval '33 days' where organization_id = $1 and kind = 'usage'`,
          [organizationId],
        )
      },
    ],
    [
      'charges that are not in the ledger',
      'every stored charge is in the usage of its day, or its day ended less than a month ago',
      sql(`insert into call_charges select application_id, '2026-03-15', 'kyc_x', service, item, mode, scopes, livemode, charged_at, price_list_id, amount, funded
      from call_charges c where application_id in (select application_id from billing_allowances where organization_id = $1) limit 1`),
    ],
    [
      'an overdrawn wallet',
      'the wallet, and what no invoice asked for, are never below zero',
      (client) => book(client, 'unapplied_returned', { unapplied: -million, bank: million }),
    ],
  ])('%s: %s', async (_fault, statement, plant) => {
    expect(await contradicted(plant)).toContain(statement)
  })
})
