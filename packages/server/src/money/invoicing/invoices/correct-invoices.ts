import { Refusal } from '@nani/foundation/core/index.ts'
import { agreedProposal, defineAct } from '../../../gateway/acts/index.ts'
import { type LedgerAccount, percentIn, vatPercentAt } from '../../billing/index.ts'
import { type InvoiceObject, type InvoiceRow, invoiceObject } from '../billing-objects.ts'
import { invoiceSchema, orProposal } from '../billing-schemas.ts'
import {
  actOfTwoPeople,
  byOperators,
  micros,
  moneyInput,
  objectName,
  reasonText,
  requireReason,
  withMoney,
} from '../money-act.ts'
import { type MoneyContext, money, post } from '../money-transaction.ts'
import { applyUnapplied, reduceDue, restoreServices } from '../payments/pay-invoices.ts'
import { requireCents } from '../payments/top-ups.ts'
import { withSecondPerson } from '../two-people.ts'
import { readInvoice, readLines } from './invoice-rows.ts'
import { issueInvoice } from './issue-invoice.ts'

const conflict = (message: string) => new Refusal('billing_conflict', message)

/** The invoice asks for nothing any more. Its usage is on the next invoice. Two people. */
export const voidInvoice = defineAct({
  name: 'billing.void_invoice',
  sentence: { en: 'Voids an invoice', fr: 'Annule une facture' },
  actors: byOperators,
  input: moneyInput({ id: objectName, reason: reasonText, ...agreedProposal }),
  output: orProposal(invoiceSchema),
  secondPerson: true,
  ...actOfTwoPeople,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { id, reason, proposal_id: proposalId } = act.input
      requireReason(reason)
      const invoice = await readInvoice(context.client, context.organizationId, id)
      const command = { id: invoice.invoice_id, reason }
      const shared = {
        ...({ action: 'void', command, proposalId, about: stateOf(invoice) } as const),
        check: () => requireVoidable(invoice),
      }
      return withSecondPerson(context, shared, async (proposedReason) => {
        const result = await voidWithin(context, invoice, proposedReason)
        const entry = {
          subject: invoice.invoice_id,
          before: { status: invoice.status },
          after: { status: 'voided', reason },
        }
        return { result, entry }
      })
    }),
})

/** What two people decide about: a payment or a credit note of another person changes it. That it becomes overdue does not. */
const stateOf = ({ amount_due, credited_net }: InvoiceRow) => ({ amount_due, credited_net })

const requireVoidable = ({ number, kind, status, amount_due, total }: InvoiceRow): void => {
  if (kind === 'credit_note') throw conflict(`${number} is a credit note, which cannot be voided.`)
  if (status === 'voided') throw conflict(`The invoice ${number} is voided already.`)
  if (kind === 'top_up' && status === 'paid')
    throw conflict(`The top-up ${number} is paid and in the wallet. Adjust the wallet instead.`)
  if (status === 'paid' || amount_due !== total)
    throw conflict(`The invoice ${number} is paid or corrected in part. Issue a credit note instead.`)
}

const voidWithin = async (
  context: MoneyContext,
  invoice: InvoiceRow,
  reason: string,
): Promise<InvoiceObject> => {
  const { client } = context
  const lines = await readLines(client, invoice.invoice_id)
  const exact = lines.reduce((sum, line) => sum + line.exact_amount, 0)
  const source: LedgerAccount = invoice.kind === 'top_up' ? 'deferred' : 'unbilled'
  await post(
    context,
    'void',
    [
      ['receivable', invoice.total],
      ['tax', 0 - invoice.tax],
      [source, 0 - exact],
      ['rounding', exact - invoice.subtotal],
    ],
    { subject: invoice.invoice_id, reason },
  )
  const row: InvoiceRow = { ...invoice, status: 'voided', amount_due: 0 }
  await client.query('update billing_invoices set status = $2, amount_due = 0 where invoice_id = $1', [
    row.invoice_id,
    row.status,
  ])
  const object = invoiceObject(row, lines)
  context.events.push({ type: 'billing.invoice_voided', object })
  await restoreServices(context)
  return object
}

/**
 * Takes an amount with VAT off an invoice. An amount that is still due
 * is reduced. Money that was paid already is owed to the organization. Two people.
 */
export const issueCreditNote = defineAct({
  name: 'billing.credit_note',
  sentence: { en: 'Issues a credit note', fr: 'Émet un avoir' },
  actors: byOperators,
  input: moneyInput({ id: objectName, amount: micros, reason: reasonText, ...agreedProposal }),
  output: orProposal(invoiceSchema),
  secondPerson: true,
  ...actOfTwoPeople,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { id, amount, reason, proposal_id: proposalId } = act.input
      requireCents(amount)
      requireReason(reason)
      const invoice = await readInvoice(context.client, context.organizationId, id)
      const command = { id: invoice.invoice_id, amount: money(context, amount), reason }
      const shared = {
        ...({ action: 'credit-note', command, proposalId, about: stateOf(invoice) } as const),
        check: () => requireCorrectable(context, invoice, amount),
      }
      return withSecondPerson(context, shared, async (proposedReason) => {
        const result = await creditWithin(context, invoice, { amount, reason: proposedReason })
        return {
          result,
          entry: {
            subject: result.id,
            after: { corrects: invoice.invoice_id, amount: command.amount, reason },
          },
        }
      })
    }),
})

const requireCorrectable = async (
  { client }: MoneyContext,
  invoice: InvoiceRow,
  amount: number,
): Promise<void> => {
  const { number, kind, status, total, invoice_id: invoiceId } = invoice
  if (kind === 'credit_note' || status === 'voided')
    throw conflict(`${number} is ${kind === 'credit_note' ? 'a credit note' : 'voided'}.`)
  if (kind === 'top_up' && status === 'paid')
    throw conflict(`The top-up ${number} is paid and in the wallet. Adjust the wallet instead.`)
  const { rows } = await client.query<{ credited: number }>(
    'select coalesce(sum(total), 0)::bigint as credited from billing_invoices where corrects = $1',
    [invoiceId],
  )
  const credited = rows[0]?.credited ?? 0
  if (credited + amount > total || (kind === 'top_up' && amount > invoice.amount_due))
    throw conflict(`The credit notes of ${number} would be larger than the invoice.`)
}

const creditWithin = async (
  context: MoneyContext,
  invoice: InvoiceRow,
  { amount, reason }: { amount: number; reason: string },
): Promise<InvoiceObject> => {
  // Rounded notes must not take more off than the invoice has.
  const rate = vatPercentAt(invoice.issued_at.getTime())
  const net = Math.min(amount - percentIn(amount, rate), invoice.subtotal - invoice.credited_net)
  const tax = amount - net
  const line = { description: reason, quantity: 1, unitPrice: net, exactAmount: net }
  const note = await issueInvoice(context, {
    ...{ kind: 'credit_note', lines: [line], issuedMs: context.nowMs, tax },
    corrects: invoice.invoice_id,
  })
  const source: LedgerAccount = invoice.kind === 'top_up' ? 'deferred' : 'revenue'
  const due = Math.min(amount, invoice.amount_due)
  await post(
    context,
    'credit_note',
    [
      ['receivable', due],
      ['unapplied', amount - due],
      ['tax', 0 - tax],
      [source, 0 - net],
    ],
    { subject: note.row.invoice_id, reason },
  )
  context.events.push({ type: 'billing.credit_note_issued', object: note.object })
  const credited = { ...invoice, credited_net: invoice.credited_net + net }
  await context.client.query('update billing_invoices set credited_net = $2 where invoice_id = $1', [
    invoice.invoice_id,
    credited.credited_net,
  ])
  if (due > 0) await reduceDue(context, credited, due)
  await applyUnapplied(context)
  return note.object
}
