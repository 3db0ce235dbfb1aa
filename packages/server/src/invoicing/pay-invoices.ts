import { invoiceColumns, readLines } from './invoice-rows.ts'
import { type MoneyContext, post, touchWallet, walletNow } from './money-transaction.ts'
import { type InvoiceRow, invoiceObject } from './objects.ts'

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
  if (!context.funds.wallet.suspended) return
  const { rows } = await context.client.query<{ overdue: number }>(
    `select count(*)::integer as overdue from billing_invoices where organization_id = $1 and status = 'overdue'`,
    [context.organizationId],
  )
  if ((rows[0]?.overdue ?? 0) > 0) return
  await touchWallet(context, { suspended: false })
  context.events.push({ type: 'billing.services_restored', object: walletNow(context) })
}

/**
 * Applies money to invoices, in the given order. Returns what is left. `receivable` already has the whole amount, so that
 * the caller moves the rest to the wallet.
 */
export const applyToInvoices = async (
  context: MoneyContext,
  invoiceIds: readonly string[],
  amount: number,
): Promise<number> => {
  let rest = amount
  for (const invoiceId of invoiceIds) {
    const { rows } = await context.client.query<InvoiceRow>(
      `select ${invoiceColumns} from billing_invoices where organization_id = $1 and invoice_id = $2`,
      [context.organizationId, invoiceId],
    )
    const invoice = rows[0]
    if (!invoice || invoice.status === 'voided' || invoice.amount_due === 0 || rest === 0) continue
    const part = Math.min(rest, invoice.amount_due)
    await reduceDue(context, invoice, part)
    rest -= part
  }
  return rest
}

/** What a payment leaves after its invoices are paid is credited to the wallet. */
export const creditRest = async (context: MoneyContext, rest: number, subject: string): Promise<void> => {
  if (rest === 0) return
  await post(
    context,
    'payment',
    [
      ['receivable', 0 - rest],
      ['wallet', rest],
    ],
    { subject, reason: 'more than the invoices' },
  )
  context.events.push({ type: 'billing.wallet_credited', object: walletNow(context) })
}

/** The wallet of a postpaid organization reduces its next invoice (spec/billing#prepaid-top-ups), in whole cents. */
export const applyBalance = async (context: MoneyContext, invoice: InvoiceRow): Promise<InvoiceRow> => {
  const cents = Math.floor(context.funds.balances.of('wallet') / 10_000) * 10_000
  const amount = Math.max(0, Math.min(cents, invoice.amount_due))
  // Lines that round to nothing ask for nothing: such an invoice is paid.
  if (amount === 0 && invoice.amount_due > 0) return invoice
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
