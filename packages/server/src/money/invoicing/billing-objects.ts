import { rfc3339 } from '@nani/foundation/core/index.ts'
import { type Currency, type Money, moneyOf } from '../billing/index.ts'

/** The objects of spec/billing#billing-objects, and the rows that they are made of. */

export type InvoiceKind = 'usage' | 'top_up' | 'credit_note'
export type InvoiceStatus = 'issued' | 'paid' | 'overdue' | 'voided'

export type InvoiceRow = {
  invoice_id: string
  organization_id: string
  number: string
  kind: InvoiceKind
  status: InvoiceStatus
  currency: Currency
  period_start: string | null
  period_end: string | null
  subtotal: number
  tax: number
  total: number
  amount_due: number
  credited_net: number
  issued_at: Date
  due_at: Date
  paid_at: Date | null
  corrects: string | null
}

export type LineRow = {
  position: number
  description: string
  quantity: number
  unit_price: number
  exact_amount: number
  amount: number
}

const time = (date: Date | null): string | null => date && rfc3339(date.getTime())

export const invoiceObject = (row: InvoiceRow, lines: readonly LineRow[]) => {
  const money = (micros: number): Money => moneyOf(micros, row.currency)
  return {
    id: row.invoice_id,
    object: 'invoice' as const,
    number: row.number,
    kind: row.kind,
    status: row.status,
    currency: row.currency,
    period:
      row.period_start === null || row.period_end === null
        ? null
        : { start: row.period_start, end: row.period_end },
    lines: lines.map(({ description, quantity, unit_price, amount }) => ({
      description,
      quantity,
      unit_price: money(unit_price),
      amount: money(amount),
    })),
    subtotal: money(row.subtotal),
    tax: money(row.tax),
    total: money(row.total),
    amount_due: money(row.amount_due),
    issued_at: rfc3339(row.issued_at.getTime()),
    due_at: rfc3339(row.due_at.getTime()),
    paid_at: time(row.paid_at),
    corrects: row.corrects,
  }
}
export type InvoiceObject = ReturnType<typeof invoiceObject>

export type PaymentRow = {
  payment_id: string
  status: 'declared' | 'approved' | 'rejected'
  method: 'bank_transfer' | 'mobile_money' | 'cash'
  amount: number
  external_reference: string
  invoice_ids: string[]
  declared_at: Date
  decided_at: Date | null
  reason: string | null
  /** What the payment exceeded its invoices by. Null: it is not approved, or an earlier release approved it. */
  unapplied: number | null
}

export const paymentObject = (row: PaymentRow, currency: Currency) => ({
  id: row.payment_id,
  object: 'payment' as const,
  status: row.status,
  method: row.method,
  amount: moneyOf(row.amount, currency),
  external_reference: row.external_reference,
  invoice_ids: row.invoice_ids,
  declared_at: rfc3339(row.declared_at.getTime()),
  decided_at: time(row.decided_at),
  reason: row.reason,
  unapplied: moneyOf(row.unapplied ?? 0, currency),
})
export type PaymentObject = ReturnType<typeof paymentObject>

export type TopUpRow = {
  topup_id: string
  status: 'submitted' | 'approved' | 'rejected'
  amount: number
  invoice_id: string | null
  reason: string | null
  created_at: Date
  decided_at: Date | null
}

export const topUpObject = (row: TopUpRow, currency: Currency) => ({
  id: row.topup_id,
  object: 'topup_request' as const,
  status: row.status,
  amount: moneyOf(row.amount, currency),
  invoice_id: row.invoice_id,
  reason: row.reason,
  created_at: rfc3339(row.created_at.getTime()),
  decided_at: time(row.decided_at),
})
export type TopUpObject = ReturnType<typeof topUpObject>
