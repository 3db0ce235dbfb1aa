/** See spec/billing#billing-objects. */
export type Money = { value: number; currency: string }

export type Wallet = {
  id: string
  object: string
  mode: string
  currency: string
  balance: Money
  held: Money
  credit_limit: Money | null
  alert_threshold: Money | null
  suspended: boolean
  updated_at: string
}

export type Invoice = {
  id: string
  number: string
  kind: string
  status: string
  period: unknown
  lines: { description: string; quantity: number; unit_price: Money; amount: Money }[]
  subtotal: Money
  tax: Money
  total: Money
  amount_due: Money
  issued_at: string
  due_at: string
  paid_at: string | null
  corrects: string | null
}

export type TopUp = { id: string; status: string; amount: Money; invoice_id: string | null }
export type Payment = { id: string; status: string; amount: Money; invoice_ids: string[] }
export type Run = { actions: { at: string; action: string }[] }

export const usd = (value: number): Money => ({ value, currency: 'USD' })
