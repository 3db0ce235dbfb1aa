import { homeIn } from '../../../gateway/acts/index.ts'
import { inHome } from '../../../register/register-outbox/index.ts'
import { type InvoiceRow, invoiceObject, type PaymentRow } from '../billing-objects.ts'
import { invoiceColumns, readLines } from '../invoices/invoice-rows.ts'
import { type MoneyContext, post, touchWallet, walletNow } from '../money-transaction.ts'

/** The invoice with a smaller amount due. With nothing due it is paid, and its effects happen. */
export const reduceDue = async (
  context: MoneyContext,
  invoice: InvoiceRow,
  amount: number,
): Promise<InvoiceRow> => {
  const { client, nowMs } = context
  const isPaid = invoice.amount_due === amount
  const row: InvoiceRow = {
    ...invoice,
    amount_due: invoice.amount_due - amount,
    ...(isPaid && { status: 'paid', paid_at: new Date(nowMs) }),
  }
  await client.query(
    'update billing_invoices set amount_due = $2, status = $3, paid_at = $4 where invoice_id = $1',
    [row.invoice_id, row.amount_due, row.status, row.paid_at],
  )
  if (isPaid) await becomePaid(context, row)
  return row
}

/** A top-up is credited when its invoice is paid in full. Services return when nothing is overdue. */
const becomePaid = async (context: MoneyContext, row: InvoiceRow): Promise<void> => {
  const lines = await readLines(context.client, row.invoice_id)
  context.events.push({ type: 'billing.invoice_paid', object: invoiceObject(row, lines) })
  if (row.kind === 'top_up') {
    const credited = row.subtotal - row.credited_net
    await post(
      context,
      'top_up',
      [
        ['deferred', 0 - credited],
        ['wallet', credited],
      ],
      { subject: row.invoice_id },
    )
    if (credited > 0) context.events.push({ type: 'billing.wallet_credited', object: walletNow(context) })
  }
  await restoreServices(context)
}

/** spec/billing#postpaid-cycle: services return when nothing is overdue. */
export const restoreServices = async (context: MoneyContext): Promise<void> => {
  if (!context.funds.wallet.suspended || (await isAccountSuspended(context))) return
  const { rows } = await context.client.query<{ overdue: number }>(
    `select count(*)::integer as overdue from billing_invoices where organization_id = $1 and status = 'overdue'`,
    [context.organizationId],
  )
  if ((rows[0]?.overdue ?? 0) > 0) return
  await touchWallet(context, { suspended: false })
  context.events.push({ type: 'billing.services_restored', object: walletNow(context) })
}

/** Operators suspended the organization. A payment does not end that. Home says so: the copy in a cell may be older. */
export const isAccountSuspended = (context: MoneyContext): Promise<boolean> =>
  inHome(homeIn(context), context.client, async (home) => {
    const { rowCount } = await home.query(
      `select from organizations where organization_id = $1 and account_status = 'suspended'`,
      [context.organizationId],
    )
    return rowCount === 1
  })

type Part = { invoice: InvoiceRow; part: number }

/** How a payment divides over its invoices, in their order, and what it exceeds them by. */
export const dueOf = async (
  { client, organizationId }: MoneyContext,
  { invoice_ids: invoiceIds, amount }: Pick<PaymentRow, 'invoice_ids' | 'amount'>,
): Promise<{ parts: Part[]; rest: number }> => {
  const { rows } = await client.query<InvoiceRow>(
    `select ${invoiceColumns} from billing_invoices where organization_id = $1 and invoice_id = any($2::text[])
     order by array_position($2::text[], invoice_id)`,
    [organizationId, invoiceIds],
  )
  const parts: Part[] = []
  let rest = amount
  // Nothing is due on an invoice that was voided or paid after the payment was declared.
  for (const invoice of rows) {
    const part = Math.min(rest, invoice.amount_due)
    if (part > 0) parts.push({ invoice, part })
    rest -= part
  }
  return { parts, rest }
}

/** Pays an invoice with money that no invoice asked for yet. */
export const payFromUnapplied = async (context: MoneyContext, invoice: InvoiceRow): Promise<InvoiceRow> => {
  const amount = Math.min(context.funds.balances.of('unapplied'), invoice.amount_due)
  if (amount <= 0) return invoice
  await post(
    context,
    'unapplied_applied',
    [
      ['unapplied', 0 - amount],
      ['receivable', amount],
    ],
    { subject: invoice.invoice_id },
  )
  return reduceDue(context, invoice, amount)
}

/**
 * Pays what is due for usage with money that no invoice asked for, the oldest invoice first: no one is suspended for a debt that
 * is paid. Invoices of top-ups wait for the next payment, because the organization may not want them any more.
 */
export const applyUnapplied = async (context: MoneyContext): Promise<void> => {
  if (context.funds.balances.of('unapplied') <= 0) return
  const { rows } = await context.client.query<InvoiceRow>(
    `select ${invoiceColumns} from billing_invoices
     where organization_id = $1 and kind = 'usage' and amount_due > 0 order by due_at, number`,
    [context.organizationId],
  )
  for (const invoice of rows) await payFromUnapplied(context, invoice)
}

/** The wallet of a postpaid organization reduces its next invoice (spec/billing#prepaid-top-ups), in whole cents. */
export const applyBalance = async (context: MoneyContext, invoice: InvoiceRow): Promise<InvoiceRow> => {
  const cents = Math.floor(context.funds.balances.of('wallet') / 10_000) * 10_000
  const amount = Math.max(0, Math.min(cents, invoice.amount_due))
  // Lines that round to nothing ask for nothing: such an invoice is paid.
  if (invoice.status === 'paid' || (amount === 0 && invoice.amount_due > 0)) return invoice
  await post(
    context,
    'balance_applied',
    [
      ['wallet', 0 - amount],
      ['receivable', amount],
    ],
    { subject: invoice.invoice_id },
  )
  return reduceDue(context, invoice, amount)
}
