import Type from 'typebox'
import { paymentMethods } from '../payment-methods.ts'
import { nullable, timestamp } from './console-people.ts'

/** Schemas of the console's API about money. The objects are those of the billing events. */

const closed = { additionalProperties: false }
const currency = Type.Enum(['USD', 'CDF'])
const maxValue = 9_000_000_000
export const moneyAmount = Type.Object(
  { value: Type.Number({ examples: [150] }), currency },
  { examples: [{ value: 150, currency: 'USD' }] },
)
const givenAmount = Type.Object(
  { value: Type.Number({ minimum: 0, maximum: maxValue, examples: [150] }), currency },
  { ...closed, examples: [{ value: 150, currency: 'USD' }] },
)

export const wallet = Type.Object({
  object: Type.Literal('wallet'),
  id: Type.String({ examples: ['wal_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  mode: Type.Enum(['prepaid', 'postpaid']),
  currency,
  balance: moneyAmount,
  held: moneyAmount,
  credit_limit: nullable(moneyAmount),
  alert_threshold: nullable(moneyAmount),
  suspended: Type.Boolean(),
  updated_at: timestamp,
  version: Type.Integer({ examples: [1], description: 'Of the alert threshold. PUT names it in If-Match.' }),
})
/** The threshold of `billing.balance_low`. */
export const thresholdChange = Type.Object({ alert_threshold: givenAmount }, closed)

export const invoice = Type.Object({
  object: Type.Literal('invoice'),
  id: Type.String({ examples: ['inv_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  number: Type.String({ examples: ['NANI-2026-000001'] }),
  kind: Type.Enum(['usage', 'top_up', 'credit_note']),
  status: Type.Enum(['issued', 'paid', 'overdue', 'voided']),
  currency,
  period: nullable(Type.Object({ start: Type.String(), end: Type.String() })),
  lines: Type.Array(
    Type.Object({
      description: Type.String(),
      quantity: Type.Number(),
      unit_price: moneyAmount,
      amount: moneyAmount,
    }),
  ),
  subtotal: moneyAmount,
  tax: moneyAmount,
  total: moneyAmount,
  amount_due: moneyAmount,
  issued_at: timestamp,
  due_at: timestamp,
  paid_at: nullable(timestamp),
  corrects: nullable(Type.String()),
})

export const payment = Type.Object({
  object: Type.Literal('payment'),
  id: Type.String({ examples: ['pay_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  status: Type.Enum(['declared', 'approved', 'rejected']),
  method: Type.Enum([...paymentMethods]),
  amount: moneyAmount,
  external_reference: Type.String({ examples: ['VIR-2026-17'] }),
  invoice_ids: Type.Array(Type.String()),
  declared_at: timestamp,
  decided_at: nullable(timestamp),
  reason: nullable(Type.String()),
  unapplied: moneyAmount,
})
export const newPayment = Type.Object(
  {
    invoice_ids: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      ...{ minItems: 1, maxItems: 50, examples: [['inv_01M7YS1Q44S1432YGAVSNSSJEF']] },
    }),
    amount: givenAmount,
    method: Type.Enum([...paymentMethods]),
    external_reference: Type.String({
      ...{ minLength: 1, maxLength: 255, pattern: '^[^\\u0000]*\\S[^\\u0000]*$', examples: ['VIR-2026-17'] },
    }),
  },
  closed,
)

export const topUp = Type.Object({
  object: Type.Literal('topup_request'),
  id: Type.String({ examples: ['top_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  status: Type.Enum(['submitted', 'approved', 'rejected']),
  amount: moneyAmount,
  invoice_id: nullable(Type.String()),
  reason: nullable(Type.String()),
  created_at: timestamp,
  decided_at: nullable(timestamp),
})
/** Net of VAT. */
export const newTopUp = Type.Object({ amount: givenAmount }, closed)

export const pricesExample = {
  ...{ id: 'prl_01KJQCCTY0B1F2GR7V5Q0WDX9N', object: 'price_list', currency: 'USD' },
  ...{ effective_from: '2026-01-01T00:00:00.000Z', vat_percent: 16 },
  services: { kyc_validation: { single: 0.1, batch_item: 0.1 } },
  scope_tiers: { basic: 0, standard: 0.02, sensitive: 0.1, biometric: 0.25 },
}

/** The price list in effect, as `GET /v1/billing/prices` has it. */
export const prices = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('price_list'),
    currency,
    effective_from: timestamp,
    vat_percent: Type.Number(),
    services: Type.Record(Type.String(), Type.Object({ single: Type.Number(), batch_item: Type.Number() })),
    scope_tiers: Type.Record(Type.String(), Type.Number()),
  },
  { examples: [pricesExample] },
)

export type MoneyAmount = Type.Static<typeof moneyAmount>
export type Wallet = Type.Static<typeof wallet>
export type Invoice = Type.Static<typeof invoice>
export type Payment = Type.Static<typeof payment>
export type TopUp = Type.Static<typeof topUp>
export type PriceList = Type.Static<typeof prices>
