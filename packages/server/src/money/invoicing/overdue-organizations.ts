import { dayMs } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { afterTime, type Part } from '../../gateway/acts/index.ts'
import { type Money, moneyOf, owedOf, type WalletObject, walletObject } from '../billing/index.ts'
import { type InvoiceObject, type InvoiceRow, invoiceObject } from './billing-objects.ts'
import { invoiceColumns } from './invoices/invoice-rows.ts'
import { readFunds } from './organization-funds.ts'

/*
 * What a billing officer reads about all organizations.
 */

export type OverdueInvoice = Omit<InvoiceObject, 'lines'> & {
  organization_id: string
  organization: string
  days_overdue: number
}

/** The invoices that are overdue, the longest first. */
export const listOverdue = async (
  database: Database,
  nowMs: number,
  { after, limit }: Part = {},
): Promise<OverdueInvoice[]> => {
  const { rows } = await database.query<InvoiceRow & { name: string }>(
    `select ${invoiceColumns}, name from billing_invoices join organizations using (organization_id)
     where status = 'overdue' and ($1::timestamptz is null or (due_at, number) > ($1, $2))
     order by due_at, number limit $3`,
    [...afterTime(after), limit ?? null],
  )
  return rows.map((row) => {
    const { lines: _, ...invoice } = invoiceObject(row, [])
    const days_overdue = Math.floor((nowMs - row.due_at.getTime()) / dayMs)
    return { ...invoice, organization_id: row.organization_id, organization: row.name, days_overdue }
  })
}

export type OrganizationMoney = {
  object: 'organization_money'
  organization_id: string
  organization: string
  wallet: WalletObject
  /** Usage without an invoice, and what is due on invoices. */
  owed: Money
  overdue: Money
  /** Paid, and not asked for by an invoice. */
  unapplied: Money
  /** What waits for a decision. */
  submitted_top_ups: number
  declared_payments: number
}

type Waiting = { organization_id: string; name: string; overdue: number; top_ups: number; payments: number }

/** Each organization with its mode, credit limit and debt, and what waits for a decision. */
export const listOrganizationMoney = async (
  database: Database,
  { after, limit }: Part = {},
): Promise<OrganizationMoney[]> => {
  const { rows } = await database.query<Waiting>(
    `select w.organization_id, o.name,
       (select coalesce(sum(amount_due), 0)::bigint from billing_invoices i
        where i.organization_id = w.organization_id and i.status = 'overdue') as overdue,
       (select count(*)::integer from billing_topups t
        where t.organization_id = w.organization_id and t.status = 'submitted') as top_ups,
       (select count(*)::integer from billing_payments p
        where p.organization_id = w.organization_id and p.status = 'declared') as payments
     from billing_wallets w join organizations o using (organization_id)
     where $1::text is null or (o.name, o.organization_id) > ($1, $2)
     order by o.name, o.organization_id limit $3`,
    [after?.[0] ?? null, after?.[1] ?? null, limit ?? null],
  )
  const organizations: OrganizationMoney[] = []
  for (const { organization_id, name, overdue, top_ups, payments } of rows) {
    const funds = await readFunds(database, organization_id)
    const money = (micros: number) => moneyOf(micros, funds.wallet.currency)
    organizations.push({
      object: 'organization_money',
      ...{ organization_id, organization: name, wallet: walletObject(funds) },
      ...{ owed: money(owedOf(funds)), overdue: money(overdue) },
      unapplied: money(funds.balances.of('unapplied')),
      ...{ submitted_top_ups: top_ups, declared_payments: payments },
    })
  }
  return organizations
}
