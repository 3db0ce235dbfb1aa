import { type Actor, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../../gateway/acts/index.ts'
import { type Currency, moneyOf } from '../../billing/index.ts'
import { moneySchema } from '../billing-schemas.ts'
import { readInvoice } from '../invoices/invoice-rows.ts'
import { byMembers, moneyInput, nameOf, type OfOrganization, objectName, withMoney } from '../money-act.ts'
import { currencyOf, type InvoicingPlatform, money } from '../money-transaction.ts'
import { approveWithin, insertDeclared } from '../payments/payments.ts'
import { secondPersonAbove } from '../payments/top-ups.ts'
import type { Confirmation } from './mobile-money.ts'
import { type PaymentProvider, type ProviderName, providerNames } from './provider.ts'

type Row = {
  request_id: string
  organization_id: string
  invoice_id: string
  provider: ProviderName
  amount: number
  status: 'created' | 'requested' | 'completed' | 'failed'
  provider_reference: string | null
  payment_id: string | null
  created_at: Date
}

const columns = `request_id, organization_id, invoice_id, provider, amount, status, provider_reference, payment_id,
  created_at`

/** What a provider was asked for, as people read it. */
export const paymentRequestSchema = Type.Object({
  id: Type.String(),
  object: Type.Literal('payment_request'),
  provider: Type.Enum([...providerNames]),
  status: Type.Enum(['created', 'requested', 'completed', 'failed']),
  invoice_id: Type.String(),
  amount: moneySchema,
  reference: Type.Union([Type.String(), Type.Null()]),
  payment_id: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
})
export type PaymentRequestObject = Type.Static<typeof paymentRequestSchema>

const requestObject = (row: Row, currency: Currency): PaymentRequestObject => ({
  id: row.request_id,
  object: 'payment_request' as const,
  provider: row.provider,
  status: row.status,
  invoice_id: row.invoice_id,
  amount: moneyOf(row.amount, currency),
  reference: row.provider_reference,
  payment_id: row.payment_id,
  created_at: rfc3339(row.created_at.getTime()),
})

type CreatedRequest = { row: Row; number: string; currency: Currency }

/** Notes what a provider is asked for: what is due on an invoice. */
export const createRequest = defineAct({
  name: 'billing.request_payment',
  sentence: { en: 'Requests a payment from a provider', fr: 'Demande un paiement à un prestataire' },
  actors: byMembers,
  input: moneyInput({ invoice: objectName, provider: Type.Enum([...providerNames]) }),
  output: Type.Unsafe<CreatedRequest>(Type.Object({})),
  needs: needsOf<InvoicingPlatform>(),
  refusals: [
    ...(['billing_object_not_found', 'billing_value_invalid', 'billing_conflict'] as const),
    'payment_provider_unavailable',
  ],
  perform: (act) =>
    withMoney(act, async (context) => {
      const { invoice: name, provider } = act.input
      const { client, organizationId, newId, nowMs, actor } = context
      const invoice = await readInvoice(client, organizationId, name)
      if (invoice.amount_due === 0)
        throw new Refusal('billing_conflict', `Nothing is due on the invoice ${invoice.number}.`)
      const row: Row = {
        request_id: newId('prq'),
        organization_id: organizationId,
        invoice_id: invoice.invoice_id,
        provider,
        amount: invoice.amount_due,
        status: 'created',
        provider_reference: null,
        payment_id: null,
        created_at: new Date(nowMs),
      }
      await client.query(
        `insert into billing_payment_requests (request_id, organization_id, invoice_id, provider, amount, status,
           created_at, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          ...[row.request_id, organizationId, row.invoice_id, provider, row.amount, row.status],
          ...[row.created_at, nameOf(actor)],
        ],
      )
      const entry = {
        subject: row.request_id,
        after: { provider, invoice: invoice.number, amount: money(context, row.amount) },
      }
      return { result: { row, number: invoice.number, currency: currencyOf(context) }, entry }
    }),
})

/**
 * Asks a provider to collect what is due on an invoice. The request is stored first: its confirmation may arrive before the
 * answer, or after a crash.
 */
const requestOfProvider = async (
  actor: Actor,
  {
    payer,
    provider,
    ...asked
  }: OfOrganization & {
    invoice: string
    payer: string | null
    provider: PaymentProvider
  },
  platform: InvoicingPlatform & Pick<ActNeeds, 'alongside'>,
): Promise<PaymentRequestObject> => {
  if (payer !== null && !/^\+[1-9]\d{6,14}$/.test(payer))
    throw new Refusal('billing_value_invalid', 'The payer is a telephone number such as +243810000001.')
  const created = await createRequest(
    actor,
    { ...asked, provider: provider.name },
    { ...platform, ...(platform.alongside && { alongside: writingObjects(platform.alongside) }) },
  )
  const { row, number, currency } = created
  const amount = moneyOf(row.amount, currency)
  const { reference } = await provider.collect({ id: row.request_id, amount, description: number, payer })
  await platform.pool.query(
    `update billing_payment_requests set status = 'requested', provider_reference = $2
     where request_id = $1 and status = 'created'`,
    [row.request_id, reference],
  )
  return requestObject({ ...row, status: 'requested', provider_reference: reference }, currency)
}

/** A surface keeps the answer with the request. A repetition of the call gets the request as it was stored. */
const writingObjects = (
  alongside: NonNullable<ActNeeds['alongside']>,
): NonNullable<ActNeeds['alongside']> => ({
  ...alongside,
  write(client, result, cause) {
    const { row, currency } = result as CreatedRequest
    return alongside.write(client, requestObject(row, currency), cause)
  },
})

/** It has the declaration of the act with which it begins. */
export const requestPayment = Object.assign(requestOfProvider, { declaration: createRequest.declaration })

const readRequest = async (
  database: Pick<pg.ClientBase, 'query'>,
  requestId: string,
): Promise<Row | null> => {
  const { rows } = await database.query<Row>(
    `select ${columns} from billing_payment_requests where request_id = $1`,
    [requestId],
  )
  return rows[0] ?? null
}

/** Whether a confirmation is a repetition. Money that arrives after a failure is not: it was collected. */
const isKnown = ({ status }: Row, confirmation: Confirmation): boolean =>
  status === 'completed' || (status === 'failed' && confirmation.status === 'failed')

/** Whether exactly this was asked for. Anything else is decided by a person. */
const isAsAsked = (row: Row, { amount, reference }: Confirmation): boolean =>
  row.status !== 'failed' &&
  amount === row.amount &&
  (row.provider_reference === null || row.provider_reference === reference)

/**
 * What the provider says about a request: a payment, which is applied at once if it is what was asked for and needs no second
 * person. Otherwise the billing officers decide about it. The lock of the wallet makes it happen once.
 */
export const confirmWithin = defineAct({
  name: 'billing.confirm_payment',
  sentence: { en: 'Notes the confirmation of a provider', fr: 'Note la confirmation d’un prestataire' },
  actors: { system: true },
  input: moneyInput({ confirmation: Type.Unsafe<Confirmation>(Type.Object({})) }),
  output: Type.Null(),
  needs: needsOf<InvoicingPlatform>(),
  refusals: ['billing_object_not_found', 'billing_value_invalid', 'billing_conflict'],
  perform: (act) =>
    withMoney(act, async (context) => {
      const { confirmation } = act.input
      const { client, nowMs } = context
      const row = await readRequest(client, confirmation.id)
      if (!row || isKnown(row, confirmation)) return { result: null, entry: null }
      const { reference, status, amount, currency } = confirmation
      if (currency !== currencyOf(context)) throw new Refusal('invalid_request', { field: 'currency' })
      let paymentId: string | null = null
      if (status === 'completed') {
        const declared = { invoiceIds: [row.invoice_id], amount, method: 'mobile_money' as const, reference }
        const payment = await insertDeclared(context, declared)
        paymentId = payment.payment_id
        if (isAsAsked(row, confirmation) && amount <= secondPersonAbove[currency])
          await approveWithin(context, payment)
      }
      await client.query(
        `update billing_payment_requests set status = $2, provider_reference = $3, payment_id = $4, decided_at = $5
         where request_id = $1`,
        [row.request_id, status, reference, paymentId, new Date(nowMs)],
      )
      return {
        result: null,
        entry: {
          subject: row.request_id,
          after: { status, amount: money(context, amount), payment: paymentId },
        },
      }
    }),
})

const provider: Actor = { kind: 'system', task: 'payment provider' }

/** Returns whether the request exists. A confirmation that is repeated changes nothing. */
export const confirmPayment = async (
  confirmation: Confirmation,
  platform: InvoicingPlatform,
): Promise<boolean> => {
  const row = await readRequest(platform.pool, confirmation.id)
  if (row?.provider !== 'mobile_money') return false
  if (isKnown(row, confirmation)) return true
  await confirmWithin(provider, { organization_id: row.organization_id, confirmation }, platform)
  return true
}
