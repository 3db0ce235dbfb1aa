import { isTelephone } from '@nani/contract'
import { type Actor, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import {
  type ActCell,
  type ActNeeds,
  askAll,
  cellOf,
  type Databases,
  defineAct,
  movedMeanwhile,
  needsOf,
  type Places,
  requireAllRead,
} from '../../../gateway/acts/index.ts'
import { causeDirectly } from '../../../register/register-outbox/index.ts'
import { type Currency, moneyOf } from '../../billing/index.ts'
import type { InvoiceRow } from '../billing-objects.ts'
import { moneySchema } from '../billing-schemas.ts'
import { readInvoice } from '../invoices/invoice-rows.ts'
import {
  type Acting,
  byMembers,
  moneyInput,
  type OfOrganization,
  objectName,
  withMoney,
} from '../money-act.ts'
import { currencyOf, type InvoicingPlatform, money } from '../money-transaction.ts'
import { approveWithin, insertDeclared } from '../payments/payments.ts'
import { secondPersonAbove } from '../payments/top-ups.ts'
import type { Confirmation } from './mobile-money.ts'
import {
  insertRequest,
  openRequests,
  type PaymentRequestRow,
  readRequest,
  setRequested,
} from './payment-request-rows.ts'
import { type PaymentProvider, type ProviderName, providerNames } from './provider.ts'

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

const requestObject = (row: PaymentRequestRow, currency: Currency): PaymentRequestObject => ({
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

/**
 * The request without an outcome, however old it is: the provider may have received it and may still collect, once for each id. A
 * request with an id of its own could be paid, too. Null: a new request is due. The lock of the wallet is held.
 */
const requestToRepeat = async (
  context: Acting,
  { invoice_id, number, amount_due }: InvoiceRow,
  provider: ProviderName,
): Promise<PaymentRequestRow | null> => {
  // By hand, nothing is collected.
  if (provider === 'declared_by_hand') return null
  const open = await openRequests(context, { invoice_id, provider })
  const asked = open.find(({ is_waiting }) => is_waiting)
  if (asked?.waits_until)
    throw new Refusal(
      'billing_conflict',
      `The provider was asked for the payment of the invoice ${number}: ${asked.request_id}.`,
      { next: `Wait for its outcome, or repeat after ${rfc3339(asked.waits_until.getTime())}.` },
    )
  return open.find((row) => row.amount === amount_due) ?? null
}

type CreatedRequest = { row: PaymentRequestRow; number: string; currency: Currency }

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
      const invoice = await readInvoice(context.client, context.organizationId, name)
      const { invoice_id, number, amount_due: amount } = invoice
      if (amount === 0) throw new Refusal('billing_conflict', `Nothing is due on the invoice ${number}.`)
      const row =
        (await requestToRepeat(context, invoice, provider)) ??
        (await insertRequest(context, { invoice_id, provider, amount }))
      const entry = {
        subject: row.request_id,
        after: { provider, invoice: number, amount: money(context, row.amount) },
      }
      return { result: { row, number, currency: currencyOf(context) }, entry }
    }),
})

/**
 * Asks a provider to collect what is due on an invoice. The request is stored first: its confirmation may arrive before the
 * answer, or after a crash. What a surface writes alongside, such as the answer to a repeated call, is stored when the provider
 * has accepted the request. So a repetition after a failure asks the provider again.
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
  { alongside, ...platform }: InvoicingPlatform & Pick<ActNeeds, 'alongside'>,
): Promise<PaymentRequestObject> => {
  if (payer !== null && !isTelephone(payer))
    throw new Refusal('billing_value_invalid', 'The payer is a telephone number such as +243810000001.')
  const { row, number, currency } = await createRequest(
    actor,
    { ...asked, provider: provider.name },
    platform,
  )
  const amount = moneyOf(row.amount, currency)
  const { reference } = await provider.collect({ id: row.request_id, amount, description: number, payer })
  const { cell } = platform
  const { transaction, cause }: Pick<ActCell, 'transaction' | 'cause'> = cell ?? {
    transaction: (work) => inTransaction(platform.pool, work),
    cause: causeDirectly(platform),
  }
  return transaction(async (client) => {
    const result = requestObject(await setRequested(client, row, reference), currency)
    await alongside?.write(client, result, cause)
    return result
  }, asked.organization_id)
}

/** It has the declaration of the act with which it begins. */
export const requestPayment = Object.assign(requestOfProvider, { declaration: createRequest.declaration })

/** Whether a confirmation is a repetition. Money that arrives after a failure is not: it was collected. */
const isKnown = ({ status }: PaymentRequestRow, confirmation: Confirmation): boolean =>
  status === 'completed' || (status === 'failed' && confirmation.status === 'failed')

/** Whether exactly this was asked for. Anything else is decided by a person. */
const isAsAsked = (row: PaymentRequestRow, { amount, reference }: Confirmation): boolean =>
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
      // Its organization is moving: the provider repeats the confirmation.
      if (!row) throw movedMeanwhile()
      if (isKnown(row, confirmation)) return { result: null, entry: null }
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

/** Where the money of organizations is. */
export type PlacesOfMoney = {
  places: Pick<Places<{ pool: pg.Pool; cell: ActCell }>, 'find'>
  databases: Databases
}

/**
 * Returns whether the request exists. A confirmation that is repeated changes nothing. While a database that may have the request cannot
 * be read, or while an organization moves, the provider is asked to repeat the confirmation.
 */
export const confirmPayment = async (
  confirmation: Confirmation,
  platform: InvoicingPlatform,
  { places, databases }: PlacesOfMoney,
): Promise<boolean> => {
  const { answers, unread } = await askAll(databases(), (pool) => readRequest(pool, confirmation.id))
  const row = answers.find(({ answer }) => answer !== null)?.answer ?? null
  if (row === null) requireAllRead(unread)
  if (row?.provider !== 'mobile_money') return false
  if (isKnown(row, confirmation)) return true
  const { organization_id } = row
  const place = await cellOf(places, organization_id)
  const here = place ? { ...platform, pool: place.pool, cell: place.cell } : platform
  await confirmWithin(provider, { organization_id, confirmation }, here)
  return true
}
