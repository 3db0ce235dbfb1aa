import type { Money } from '../billing/index.ts'
import type { InvoicedCall } from './invoice-calls.ts'
import type { InvoiceObject } from './objects.ts'

/*
 * CSV of RFC 4180. A field that a spreadsheet would read as a formula begins with an apostrophe: references come from callers.
 */

const fieldOf = (value: string | number | null): string => {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const row = (...fields: (string | number | null)[]): string => `${fields.map(fieldOf).join(',')}\r\n`
const decimal = ({ value }: Money): string => value.toFixed(6).replace(/0{1,4}$/, '')

/** One row for each line of each invoice. */
export const invoicesCsv = (invoices: readonly InvoiceObject[]): string =>
  [
    row(
      ...['number', 'kind', 'status', 'issued_at', 'due_at', 'paid_at', 'corrects', 'currency', 'line'],
      ...['description', 'quantity', 'unit_price', 'amount', 'subtotal', 'tax', 'total', 'amount_due'],
    ),
    ...invoices.flatMap((invoice) =>
      invoice.lines.map(({ description, quantity, unit_price: unit, amount }, index) =>
        row(
          ...[invoice.number, invoice.kind, invoice.status, invoice.issued_at, invoice.due_at],
          ...[invoice.paid_at, invoice.corrects, invoice.currency, index + 1, description, quantity],
          ...[unit, amount, invoice.subtotal, invoice.tax, invoice.total, invoice.amount_due].map((money) =>
            decimal(money),
          ),
        ),
      ),
    ),
  ].join('')

export const callsCsvHeader: string = row(
  ...['id', 'application_id', 'charged_at', 'reference', 'scopes', 'line_amount', 'amount', 'currency'],
)

export const callCsv = ({ scopes, amount, line_amount: ofLine, ...call }: InvoicedCall): string =>
  row(
    ...[call.id, call.application_id, call.charged_at, call.reference],
    ...[scopes.map(({ scope }) => scope).join(' '), decimal(ofLine), decimal(amount), amount.currency],
  )
