import { type InvoiceRow, invoiceObject } from '../billing-objects.ts'
import type { MoneyContext } from '../money-transaction.ts'
import { applyBalance, payFromUnapplied } from '../payments/pay-invoices.ts'
import type { UsageGroup } from './charged-usage.ts'
import { usageLines } from './invoice-lines-of-usage.ts'
import { issueInvoice, postInvoice } from './issue-invoice.ts'
import { priceListsById } from './post-usage.ts'

type OpenUsage = UsageGroup & { posting_id: string; position: number }

/** Usage that is owed, and that no invoice asks for. An invoice that was voided asks for nothing. */
const openUsage = async (
  { client, organizationId }: MoneyContext,
  beforeDay: string | null,
): Promise<OpenUsage[]> => {
  const { rows } = await client.query<OpenUsage>(
    `select u.posting_id, u.position, u.day, u.item, u.mode, u.scopes, u.price_list_id, u.quantity, u.amount
     from billing_usage u
     where u.organization_id = $1 and u.paid_by = 'invoice' and ($2::date is null or u.day < $2::date)
       and not exists (
         select from billing_invoiced_usage i join billing_invoices v using (invoice_id)
         where i.posting_id = u.posting_id and i.position = u.position and v.status <> 'voided')
     order by u.item, u.mode, u.day, u.posting_id, u.position`,
    [organizationId, beforeDay],
  )
  return rows
}

/** The first day with usage that no invoice asks for. */
export const firstOpenDay = async (
  context: MoneyContext,
  beforeDay: string | null,
): Promise<string | null> => {
  const usage = await openUsage(context, beforeDay)
  return usage.reduce<string | null>((first, { day }) => (first === null || day < first ? day : first), null)
}

/**
 * Issues the invoice of a postpaid organization for its usage before a day, which is in the ledger. Usage of earlier months that
 * came late is on it too. Null: there is nothing to ask for. The balance of the wallet reduces it.
 */
export const issueUsageInvoice = async (
  context: MoneyContext,
  {
    beforeDay,
    period,
    issuedMs,
  }: { beforeDay: string | null; period: { start: string; end: string }; issuedMs: number },
): Promise<InvoiceRow | null> => {
  const usage = await openUsage(context, beforeDay)
  if (usage.length === 0) return null
  const { lines, lineOf } = usageLines(usage, await priceListsById(context.client))
  const issued = await issueInvoice(context, { kind: 'usage', lines, issuedMs, period })
  await context.client.query(
    `insert into billing_invoiced_usage (posting_id, position, invoice_id, line)
     select u.posting_id, u.position, $1, u.line
     from unnest($2::text[], $3::integer[], $4::integer[]) as u(posting_id, position, line)`,
    [
      issued.row.invoice_id,
      usage.map((group) => group.posting_id),
      usage.map((group) => group.position),
      usage.map((group) => lineOf.get(group) ?? 0),
    ],
  )
  await postInvoice(context, issued, 'unbilled')
  context.events.push({ type: 'billing.invoice_issued', object: invoiceObject(issued.row, issued.lines) })
  return applyBalance(context, await payFromUnapplied(context, issued.row))
}
