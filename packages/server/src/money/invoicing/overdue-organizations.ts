import { dayMs } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { afterTime, type Part } from '../../gateway/acts/index.ts'
import {
  type Funds,
  type Money,
  moneyOf,
  owedOf,
  readCommittedFundsOf,
  type WalletObject,
  walletObject,
} from '../billing/index.ts'
import { type InvoiceObject, type InvoiceRow, invoiceObject } from './billing-objects.ts'
import { invoiceColumns } from './invoices/invoice-rows.ts'

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

/**
 * Each organization with its mode, credit limit and debt, and what waits for a decision. The names are in the order of their bytes,
 * which all databases share.
 */
export const listOrganizationMoney = async (
  database: Database,
  { after, limit }: Part = {},
): Promise<OrganizationMoney[]> => {
  const { rows } = await database.query<Waiting>(
    // One pass of each table for the whole page. A subquery of each row reads a table again where one organization has most of it.
    `with page as materialized (
       select w.organization_id, o.name from billing_wallets w join organizations o using (organization_id)
       where $1::text is null or (o.name collate "C", o.organization_id collate "C") > ($1, $2)
       order by o.name collate "C", o.organization_id collate "C" limit $3)
     select page.*, coalesce(i.overdue, 0)::bigint as overdue, coalesce(t.top_ups, 0)::integer as top_ups,
       coalesce(p.payments, 0)::integer as payments
     from page
       left join (select organization_id, sum(amount_due) as overdue from billing_invoices
         where status = 'overdue' and organization_id in (select organization_id from page) group by 1) i using (organization_id)
       left join (select organization_id, count(*) as top_ups from billing_topups
         where status = 'submitted' and organization_id in (select organization_id from page) group by 1) t using (organization_id)
       left join (select organization_id, count(*) as payments from billing_payments
         where status = 'declared' and organization_id in (select organization_id from page) group by 1) p using (organization_id)
     order by name collate "C", organization_id collate "C"`,
    [after?.[0] ?? null, after?.[1] ?? null, limit ?? null],
  )
  const fundsOf = await readCommittedFundsOf(
    database,
    rows.map(({ organization_id }) => organization_id),
  )
  return rows.map(({ organization_id, name, overdue, top_ups, payments }) => {
    // Each row has a wallet, and no wallet is deleted.
    const funds = fundsOf.get(organization_id) as Funds
    const money = (micros: number) => moneyOf(micros, funds.wallet.currency)
    return {
      object: 'organization_money' as const,
      ...{ organization_id, organization: name, wallet: walletObject(funds) },
      ...{ owed: money(owedOf(funds)), overdue: money(overdue) },
      unapplied: money(funds.balances.of('unapplied')),
      ...{ submitted_top_ups: top_ups, declared_payments: payments },
    }
  })
}
