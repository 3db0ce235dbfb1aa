import Type, { type Static, type TSchema } from 'typebox'

/* The objects of spec/billing#billing-objects as schemas. */

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const text = Type.String()
const textOrNull = nullable(text)

export const moneySchema = Type.Object({ value: Type.Number(), currency: Type.Enum(['USD', 'CDF']) })
const moneyOrNull = nullable(moneySchema)

export const walletSchema = Type.Object({
  id: text,
  object: Type.Literal('wallet'),
  mode: Type.Enum(['prepaid', 'postpaid']),
  currency: Type.Enum(['USD', 'CDF']),
  balance: moneySchema,
  held: moneySchema,
  credit_limit: moneyOrNull,
  alert_threshold: moneyOrNull,
  suspended: Type.Boolean(),
  updated_at: text,
})

const lineSchema = Type.Object({
  description: text,
  quantity: Type.Number(),
  unit_price: moneySchema,
  amount: moneySchema,
})

const invoiceFields = {
  id: text,
  object: Type.Literal('invoice'),
  number: text,
  kind: Type.Enum(['usage', 'top_up', 'credit_note']),
  status: Type.Enum(['issued', 'paid', 'overdue', 'voided']),
  currency: Type.Enum(['USD', 'CDF']),
  period: nullable(Type.Object({ start: text, end: text })),
  subtotal: moneySchema,
  tax: moneySchema,
  total: moneySchema,
  amount_due: moneySchema,
  issued_at: text,
  due_at: text,
  paid_at: textOrNull,
  corrects: textOrNull,
}

export const invoiceSchema = Type.Object({ ...invoiceFields, lines: Type.Array(lineSchema) })

export const overdueInvoiceSchema = Type.Object({
  ...invoiceFields,
  organization_id: text,
  organization: text,
  days_overdue: Type.Number(),
})

export const paymentSchema = Type.Object({
  id: text,
  object: Type.Literal('payment'),
  status: Type.Enum(['declared', 'approved', 'rejected']),
  method: Type.Enum(['bank_transfer', 'mobile_money', 'cash']),
  amount: moneySchema,
  external_reference: text,
  invoice_ids: Type.Array(text),
  declared_at: text,
  decided_at: textOrNull,
  reason: textOrNull,
  unapplied: moneySchema,
})

export const topUpSchema = Type.Object({
  id: text,
  object: Type.Literal('topup_request'),
  status: Type.Enum(['submitted', 'approved', 'rejected']),
  amount: moneySchema,
  invoice_id: textOrNull,
  reason: textOrNull,
  created_at: text,
  decided_at: textOrNull,
})

/** The first of two people gets it. */
export const proposalSchema = Type.Object({
  status: Type.Literal('proposed'),
  object: Type.Literal('proposal'),
  id: text,
  action: text,
  command: Type.Record(text, Type.Unknown()),
  proposed_by: text,
  reason: textOrNull,
  proposed_at: text,
  expires_at: text,
})
export type BillingProposal = Static<typeof proposalSchema>

/** The result of an act that may need a second person. */
export const orProposal = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, proposalSchema])

export const billingShownSchema = Type.Object({
  wallet: walletSchema,
  allowances: Type.Array(
    Type.Object({
      application_id: text,
      object: Type.Literal('allowance'),
      /** Null: without a limit. */
      available: moneyOrNull,
      held: moneySchema,
      spent: moneySchema,
    }),
  ),
  /** Paid, and not asked for by an invoice. The next invoice is paid with it. */
  unapplied: moneySchema,
})

export const organizationMoneySchema = Type.Object({
  object: Type.Literal('organization_money'),
  organization_id: text,
  organization: text,
  wallet: walletSchema,
  /** Usage without an invoice, and what is due on invoices. */
  owed: moneySchema,
  overdue: moneySchema,
  /** Paid, and not asked for by an invoice. */
  unapplied: moneySchema,
  /** The number of objects that wait for a decision. */
  submitted_top_ups: Type.Number(),
  declared_payments: Type.Number(),
})

export const forecastSchema = Type.Object({
  object: Type.Literal('forecast'),
  from: text,
  until: text,
  spent: moneySchema,
  forecast: moneySchema,
  by_day: Type.Array(Type.Object({ day: text, amount: moneySchema })),
  by_service: Type.Array(Type.Object({ service: text, amount: moneySchema })),
  by_application: Type.Array(Type.Object({ application_id: text, amount: moneySchema, budget: moneyOrNull })),
  by_scope: Type.Array(Type.Object({ scope: text, amount: moneySchema })),
  by_scope_tier: Type.Array(Type.Object({ tier: text, amount: moneySchema })),
})

export const billingRunSchema = Type.Object({
  object: Type.Literal('billing_run'),
  as_of: text,
  actions: Type.Array(
    Type.Object({
      at: text,
      action: Type.Enum([
        'invoice_issued',
        'reminder_before_due',
        'overdue',
        'reminder_after_due',
        'second_reminder_after_due',
        'services_suspended',
      ]),
      invoice_id: Type.Optional(text),
      number: Type.Optional(text),
    }),
  ),
})

export const proofSchema = Type.Object({
  object: Type.Literal('proof'),
  ok: Type.Boolean(),
  charges: Type.Number(),
  charged: moneySchema,
  revenue: moneySchema,
  /** Charged by calls, and not in the ledger yet: the day of these calls has not ended. */
  not_posted: moneySchema,
  checks: Type.Array(
    Type.Object({
      name: text,
      ok: Type.Boolean(),
      contradictions: Type.Array(Type.Object({ subject: text, difference: text })),
    }),
  ),
  /** Cells that did not answer. What they have is not proved, and so the books are not. */
  unread: Type.Optional(Type.Array(text)),
  /** Numbers of invoices that an interrupted act took. The next invoices of their year get them. */
  waiting_numbers: Type.Optional(Type.Array(text)),
  /** Days of applications of which no archive has charges, because a cell deleted them before it archived. They are not compared. */
  days_not_archived: Type.Optional(Type.Array(text)),
})

export const reconciliationSchema = Type.Object({
  object: Type.Literal('reconciliation'),
  data: Type.Array(
    Type.Object({
      line: Type.Number(),
      date: text,
      amount: moneySchema,
      reference: text,
      match: Type.Enum(['payment', 'invoice', 'none']),
      /** The reference, the number of an invoice in the text, or the amount alone. */
      by: nullable(Type.Enum(['reference', 'number', 'amount'])),
      payment_id: textOrNull,
      /** A payment that is approved already is shown too, so that its money is not declared again. */
      payment_status: nullable(Type.Enum(['declared', 'approved'])),
      invoice_id: textOrNull,
    }),
  ),
  /** Declared payments that the statement does not have. */
  missing: Type.Array(text),
})
