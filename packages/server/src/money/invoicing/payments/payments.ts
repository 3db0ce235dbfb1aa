import { type PaymentMethod, paymentMethods } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { afterTime, agreedProposal, defineAct, type Part } from '../../../gateway/acts/index.ts'
import { type PaymentObject, type PaymentRow, paymentObject } from '../billing-objects.ts'
import { orProposal, paymentSchema } from '../billing-schemas.ts'
import { readInvoice } from '../invoices/invoice-rows.ts'
import {
  type Acting,
  actOfTwoPeople,
  actOnMoney,
  byMembers,
  byOperators,
  micros,
  moneyInput,
  nameOf,
  objectName,
  reasonOfApproval,
  reasonText,
  requireReason,
  withMoney,
} from '../money-act.ts'
import { currencyOf, type MoneyContext, post } from '../money-transaction.ts'
import { requireWallet } from '../organization-funds.ts'
import { endProposalsAbout, withSecondPerson } from '../two-people.ts'
import { applyUnapplied, dueOf, reduceDue } from './pay-invoices.ts'
import { storeProof } from './payment-proofs.ts'
import { paymentText } from './payment-text.ts'
import { requireCents, secondPersonAbove } from './top-ups.ts'

const columns =
  'payment_id, status, method, amount, external_reference, invoice_ids, declared_at, decided_at, reason, unapplied'
/** Money that was paid outside, for some invoices. It counts once it is approved. */
export const declarePayment = defineAct({
  name: 'billing.declare_payment',
  sentence: { en: 'Declares a payment', fr: 'Déclare un paiement' },
  actors: byMembers,
  input: moneyInput({
    invoices: Type.Unsafe<readonly string[]>(Type.Array(objectName, { maxItems: 100 })),
    amount: micros,
    method: Type.Enum([...paymentMethods]),
    reference: Type.String(),
    proof: Type.Optional(Type.Object({ name: Type.String(), content: Type.Unsafe<Uint8Array>({}) })),
  }),
  output: paymentSchema,
  ...actOnMoney,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { invoices, amount, method, reference, proof } = act.input
      requireCents(amount)
      if (reference.trim() === '' || reference.length > 255)
        throw new Refusal('billing_value_invalid', 'The reference must have 1 to 255 characters.')
      const invoiceIds = await payableIds(context, invoices)
      await requireNewTransfer(context, { invoiceIds, amount, method, reference })
      const row = await insertDeclared(context, { invoiceIds, amount, method, reference })
      if (proof) await storeProof(context, row.payment_id, proof)
      const result = paymentObject(row, currencyOf(context))
      return {
        result,
        entry: {
          subject: row.payment_id,
          after: { amount: result.amount, method, invoices: row.invoice_ids },
        },
      }
    }),
})

type NewPayment = { invoiceIds: string[]; amount: number; method: PaymentMethod; reference: string }

export const insertDeclared = async (
  context: Acting,
  { invoiceIds, amount, method, reference }: NewPayment,
): Promise<PaymentRow> => {
  const row: PaymentRow = {
    payment_id: context.newId('pay'),
    status: 'declared',
    method,
    amount,
    external_reference: reference,
    invoice_ids: invoiceIds,
    declared_at: new Date(context.nowMs),
    decided_at: null,
    reason: null,
    unapplied: null,
  }
  await context.client.query(
    `insert into billing_payments (payment_id, organization_id, status, method, amount, external_reference,
       invoice_ids, declared_at, declared_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[row.payment_id, context.organizationId, row.status, method, amount, reference],
      ...[row.invoice_ids, row.declared_at, nameOf(context.actor)],
    ],
  )
  return row
}

/**
 * The reference of a transfer names it: with the same amount for the same invoices it is the same money. Cash is paid without
 * a reference of its own.
 */
export const requireNewTransfer = async (
  { client, organizationId }: MoneyContext,
  { invoiceIds, amount, method, reference }: NewPayment,
): Promise<void> => {
  if (method === 'cash') return
  const { rows } = await client.query<{ payment_id: string }>(
    `select payment_id from billing_payments
     where organization_id = $1 and status <> 'rejected' and method = $2 and external_reference = $3 and amount = $4
       and invoice_ids = $5`,
    [organizationId, method, reference, amount, invoiceIds],
  )
  if (rows[0])
    throw new Refusal('billing_conflict', `This payment is declared already: ${rows[0].payment_id}.`)
}

export const payableIds = async (context: MoneyContext, names: readonly string[]): Promise<string[]> => {
  // Without an invoice, the money would come into the wallet without VAT.
  if (names.length === 0) throw new Refusal('billing_value_invalid', 'A payment is for one invoice at least.')
  const ids: string[] = []
  for (const name of names) {
    const invoice = await readInvoice(context.client, context.organizationId, name)
    if (invoice.kind === 'credit_note' || invoice.status === 'voided' || invoice.status === 'paid')
      throw new Refusal('billing_conflict', `Nothing is due on the invoice ${invoice.number}.`)
    ids.push(invoice.invoice_id)
  }
  return ids
}

const readPayment = async ({ client, organizationId }: MoneyContext, id: string): Promise<PaymentRow> => {
  const { rows } = await client.query<PaymentRow>(
    `select ${columns} from billing_payments where organization_id = $1 and payment_id = $2`,
    [organizationId, id],
  )
  if (!rows[0]) throw new Refusal('billing_object_not_found', `There is no payment ${id}.`)
  return rows[0]
}

const requireDeclared = ({ payment_id: id, status }: PaymentRow): void => {
  if (status !== 'declared') throw new Refusal('billing_conflict', `The payment ${id} is ${status} already.`)
}

/** What two people decide about: another payment of the same invoices, or a credit note, changes where the money goes. */
const stateOf = async (context: MoneyContext, row: PaymentRow) => {
  const { parts } = await dueOf(context, row)
  return { status: row.status, parts: parts.map(({ invoice, part }) => [invoice.invoice_id, part]) }
}

const decide = async (
  context: Acting,
  row: PaymentRow,
  decision: Pick<PaymentRow, 'status' | 'reason' | 'unapplied'>,
): Promise<{ result: PaymentObject; text: string; ended: { ended?: string[] } }> => {
  const ended = await endProposalsAbout(context, {
    ...{ action: 'approve-payment', command: { id: row.payment_id } },
    reason: decision.reason ?? `The payment is ${decision.status}.`,
  })
  const decided = { ...row, ...decision, decided_at: new Date(context.nowMs) }
  const { rows } = await context.client.query<{ text: string }>(
    `update billing_payments set status = $2, reason = $3, decided_at = $4, decided_by = $5, unapplied = $6
     where payment_id = $1 returning ${paymentText} as text`,
    [
      ...[row.payment_id, decided.status, decided.reason, decided.decided_at, nameOf(context.actor)],
      decided.unapplied,
    ],
  )
  return { result: paymentObject(decided, currencyOf(context)), text: rows[0]?.text ?? '', ended }
}

/**
 * Applies the money of a declared payment to its invoices, in their order. What exceeds them is owed to the organization: in
 * the wallet it would be money without VAT.
 */
export const approveWithin = async (
  context: Acting,
  row: PaymentRow,
): Promise<{ result: PaymentObject; ended: { ended?: string[] } }> => {
  const { payment_id: id, amount } = row
  const { parts, rest } = await dueOf(context, row)
  const { result, text, ended } = await decide(context, row, {
    status: 'approved',
    reason: null,
    unapplied: rest,
  })
  context.events.push({ type: 'billing.payment_approved', object: result })
  await post(
    context,
    'payment',
    [
      ['bank', 0 - amount],
      ['receivable', amount - rest],
      ['unapplied', rest],
    ],
    { subject: id, reason: text },
  )
  for (const { invoice, part } of parts) await reduceDue(context, invoice, part)
  await applyUnapplied(context)
  return { result, ended }
}

export const approvePayment = defineAct({
  name: 'billing.approve_payment',
  sentence: { en: 'Approves a payment', fr: 'Approuve un paiement' },
  actors: byOperators,
  input: moneyInput({ id: objectName, ...reasonOfApproval, ...agreedProposal }),
  output: orProposal(paymentSchema),
  secondPerson: true,
  ...actOfTwoPeople,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { id, reason = null, proposal_id: proposalId } = act.input
      if (reason !== null) requireReason(reason)
      const row = await readPayment(context, id)
      const check = () => requireDeclared(row)
      const execute = async () => {
        const { result, ended } = await approveWithin(context, row)
        return {
          result,
          entry: {
            subject: id,
            before: { status: row.status },
            after: { status: 'approved', ...(reason !== null && { reason }), ...ended },
          },
        }
      }
      if (row.amount <= secondPersonAbove[currencyOf(context)] && typeof proposalId !== 'string') {
        check()
        return execute()
      }
      const about = await stateOf(context, row)
      return withSecondPerson(
        context,
        { action: 'approve-payment', command: { id }, reason, proposalId, about, check },
        execute,
      )
    }),
})

export const rejectPayment = defineAct({
  name: 'billing.reject_payment',
  sentence: { en: 'Rejects a payment', fr: 'Refuse un paiement' },
  actors: byOperators,
  input: moneyInput({ id: objectName, reason: reasonText }),
  output: paymentSchema,
  ...actOnMoney,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { id, reason } = act.input
      requireReason(reason)
      const row = await readPayment(context, id)
      requireDeclared(row)
      const { result, ended } = await decide(context, row, { status: 'rejected', reason, unapplied: null })
      context.events.push({ type: 'billing.payment_rejected', object: result })
      return {
        result,
        entry: {
          subject: id,
          before: { status: row.status },
          after: { status: 'rejected', reason, ...ended },
        },
      }
    }),
})

/** The payments of an organization, the newest first. */
export const listPayments = async (
  database: Database,
  organizationId: string,
  { after, limit }: Part = {},
): Promise<PaymentObject[]> => {
  const { currency } = await requireWallet(database, organizationId)
  const { rows } = await database.query<PaymentRow>(
    `select ${columns} from billing_payments
     where organization_id = $1 and ($2::timestamptz is null or (declared_at, payment_id) < ($2, $3))
     order by declared_at desc, payment_id desc limit $4`,
    [organizationId, ...afterTime(after), limit ?? null],
  )
  return rows.map((row) => paymentObject(row, currency))
}
