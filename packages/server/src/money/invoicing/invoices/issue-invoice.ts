import { dayMs } from '@nani/foundation/core/index.ts'
import { type Entry, percentOf, roundedToCents, vatPercentAt } from '../../billing/index.ts'
import {
  type InvoiceKind,
  type InvoiceObject,
  type InvoiceRow,
  invoiceObject,
  type LineRow,
} from '../billing-objects.ts'
import { currencyOf, type MoneyContext, post } from '../money-transaction.ts'
import { nextNumber } from './invoice-numbers.ts'

/** spec/billing#postpaid-cycle */
export const dueAfterMs = 30 * dayMs

export type NewLine = { description: string; quantity: number; unitPrice: number; exactAmount: number }

export type NewInvoice = {
  kind: InvoiceKind
  lines: readonly NewLine[]
  issuedMs: number
  period?: { start: string; end: string } | null
  corrects?: string | null
  /** The VAT, where it is not computed from the lines. */
  tax?: number
}

export type IssuedInvoice = { row: InvoiceRow; lines: LineRow[]; object: InvoiceObject }

/** Each line is rounded once, half to even (spec/billing#amounts-of-money). VAT is computed on their sum. */
const linesOf = (lines: readonly NewLine[]): LineRow[] =>
  lines.map(({ description, quantity, unitPrice, exactAmount }, index) => ({
    position: index + 1,
    description,
    quantity,
    unit_price: unitPrice,
    exact_amount: exactAmount,
    amount: roundedToCents(exactAmount),
  }))

/** Writes an invoice with its lines. The caller posts it to the ledger. */
export const issueInvoice = async (context: MoneyContext, invoice: NewInvoice): Promise<IssuedInvoice> => {
  const { client, newId, organizationId } = context
  const lines = linesOf(invoice.lines)
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const tax = invoice.tax ?? percentOf(subtotal, vatPercentAt(invoice.issuedMs))
  const isCreditNote = invoice.kind === 'credit_note'
  const row: InvoiceRow = {
    invoice_id: newId('inv'),
    organization_id: organizationId,
    number: await nextNumber(context, invoice.issuedMs),
    kind: invoice.kind,
    // Nothing is asked for by a credit note.
    status: isCreditNote ? 'paid' : 'issued',
    currency: currencyOf(context),
    period_start: invoice.period?.start ?? null,
    period_end: invoice.period?.end ?? null,
    subtotal,
    tax,
    total: subtotal + tax,
    amount_due: isCreditNote ? 0 : subtotal + tax,
    credited_net: 0,
    issued_at: new Date(invoice.issuedMs),
    due_at: new Date(isCreditNote ? invoice.issuedMs : invoice.issuedMs + dueAfterMs),
    paid_at: isCreditNote ? new Date(invoice.issuedMs) : null,
    corrects: invoice.corrects ?? null,
  }
  await client.query(
    `insert into billing_invoices (invoice_id, organization_id, number, kind, status, currency, period_start,
       period_end, subtotal, tax, total, amount_due, credited_net, issued_at, due_at, paid_at, corrects)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    Object.values(row),
  )
  for (const line of lines)
    await client.query(
      `insert into billing_invoice_lines (invoice_id, position, description, quantity, unit_price, exact_amount, amount)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [row.invoice_id, ...Object.values(line)],
    )
  return { row, lines, object: invoiceObject(row, lines) }
}

/** Posts an invoice: what the organization owes now, its VAT, and what the invoice is about. */
export const postInvoice = async (
  context: MoneyContext,
  { row, lines }: IssuedInvoice,
  source: 'deferred' | 'unbilled',
): Promise<void> => {
  const exact = lines.reduce((sum, line) => sum + line.exact_amount, 0)
  const entries: Entry[] = [
    ['receivable', 0 - row.total],
    ['tax', row.tax],
    [source, exact],
    ['rounding', row.subtotal - exact],
  ]
  await post(context, 'invoice', entries, { subject: row.invoice_id })
}
