import { csvLine } from '@nani/foundation/core/index.ts'
import type { Money } from '../../billing/index.ts'
import type { InvoiceObject } from '../billing-objects.ts'
import type { InvoicedCall } from './invoice-calls.ts'

const row = (...fields: (string | number | null)[]): string => csvLine(fields)
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
