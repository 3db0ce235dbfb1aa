import type { Money } from '../../staff/formats.ts'

/* The billing objects of the specification (spec/billing#billing-objects), as the console reads them. */

export type Wallet = {
  object: 'wallet'
  mode: 'prepaid' | 'postpaid'
  currency: string
  balance: Money
  held: Money
  credit_limit: Money | null
  alert_threshold: Money | null
  suspended: boolean
  updated_at: string
  version: number
}
export type Invoice = {
  id: string
  number: string
  kind: string
  status: string
  lines: { description: string; quantity: number; unit_price: Money; amount: Money }[]
  subtotal: Money
  tax: Money
  total: Money
  amount_due: Money
  issued_at: string
  due_at: string
  paid_at: string | null
}
export type Payment = {
  id: string
  status: string
  method: string
  amount: Money
  external_reference: string
  declared_at: string
  reason: string | null
}
export type TopUp = {
  id: string
  status: string
  amount: Money
  invoice_id: string | null
  created_at: string
  reason: string | null
}

/** The price of one call, and of one item of a batch. Null: the price list has none. */
export type PriceList = {
  currency: string
  vat_percent: number
  services: Record<string, { single: number | null; batch_item: number | null }>
  scope_tiers: Record<string, number | null>
}
