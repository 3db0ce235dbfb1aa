import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { afterTime, agreedProposal, defineAct, type Part } from '../../../gateway/acts/index.ts'
import { type Currency, microsOfUnit } from '../../billing/index.ts'
import { type TopUpObject, type TopUpRow, topUpObject } from '../billing-objects.ts'
import { orProposal, topUpSchema } from '../billing-schemas.ts'
import { issueInvoice, postInvoice } from '../invoices/issue-invoice.ts'
import { lineTexts } from '../invoices/line-texts.ts'
import {
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
import { currencyOf, type MoneyContext } from '../money-transaction.ts'
import { requireWallet } from '../organization-funds.ts'
import { endProposalsAbout, withSecondPerson } from '../two-people.ts'
import { payFromUnapplied } from './pay-invoices.ts'

const columns = 'topup_id, status, amount, invoice_id, reason, created_at, decided_at'

/** Approvals above this need two people (spec/billing#second-person). 1,000 USD; the same order of size in CDF. */
export const secondPersonAbove: Record<Currency, number> = {
  USD: 1_000 * microsOfUnit,
  CDF: 2_800_000 * microsOfUnit,
}

/** An invoice has two decimals, and so has what it asks for. */
export const requireCents = (amount: number): void => {
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount % 10_000 !== 0)
    throw new Refusal('billing_value_invalid', 'The amount must be above 0, with at most two decimals.')
}

/** A request for money in the wallet, net of VAT. */
export const requestTopUp = defineAct({
  name: 'billing.request_top_up',
  sentence: { en: 'Requests a top-up', fr: 'Demande une recharge' },
  actors: byMembers,
  input: moneyInput({ amount: micros }),
  output: topUpSchema,
  ...actOnMoney,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { amount } = act.input
      requireCents(amount)
      const row: TopUpRow = {
        topup_id: context.newId('top'),
        status: 'submitted',
        amount,
        invoice_id: null,
        reason: null,
        created_at: new Date(context.nowMs),
        decided_at: null,
      }
      await context.client.query(
        `insert into billing_topups (topup_id, organization_id, status, amount, created_at, created_by)
         values ($1, $2, $3, $4, $5, $6)`,
        [row.topup_id, context.organizationId, row.status, amount, row.created_at, nameOf(context.actor)],
      )
      const result = topUpObject(row, currencyOf(context))
      return {
        result,
        entry: { subject: row.topup_id, after: { amount: result.amount, status: row.status } },
      }
    }),
})

const readTopUp = async ({ client, organizationId }: MoneyContext, id: string): Promise<TopUpRow> => {
  const { rows } = await client.query<TopUpRow>(
    `select ${columns} from billing_topups where organization_id = $1 and topup_id = $2`,
    [organizationId, id],
  )
  if (!rows[0]) throw new Refusal('billing_object_not_found', `There is no top-up request ${id}.`)
  return rows[0]
}

const requireSubmitted = ({ topup_id, status }: TopUpRow): void => {
  if (status !== 'submitted')
    throw new Refusal('billing_conflict', `The top-up request ${topup_id} is ${status} already.`)
}

const decide = async (
  context: MoneyContext & { actor: Parameters<typeof nameOf>[0] },
  row: TopUpRow,
  decision: Pick<TopUpRow, 'status' | 'invoice_id' | 'reason'>,
): Promise<{ result: TopUpObject; ended: { ended?: string[] } }> => {
  const ended = await endProposalsAbout(context, {
    ...{ action: 'approve-top-up', command: { id: row.topup_id } },
    reason: decision.reason ?? `The top-up is ${decision.status}.`,
  })
  const decided = { ...row, ...decision, decided_at: new Date(context.nowMs) }
  await context.client.query(
    `update billing_topups set status = $2, invoice_id = $3, reason = $4, decided_at = $5, decided_by = $6
     where topup_id = $1`,
    [
      ...[row.topup_id, decided.status, decided.invoice_id, decided.reason, decided.decided_at],
      nameOf(context.actor),
    ],
  )
  const object = topUpObject(decided, currencyOf(context))
  const type = decision.status === 'approved' ? 'billing.topup_approved' : 'billing.topup_rejected'
  context.events.push({ type, object })
  return { result: object, ended }
}

const invoiceTopUp = async (context: MoneyContext, { amount }: TopUpRow): Promise<string> => {
  const line = { description: lineTexts.topUp.en, quantity: 1, unitPrice: amount, exactAmount: amount }
  const issued = await issueInvoice(context, { kind: 'top_up', lines: [line], issuedMs: context.nowMs })
  await postInvoice(context, issued, 'deferred')
  context.events.push({ type: 'billing.invoice_issued', object: issued.object })
  await payFromUnapplied(context, issued.row)
  return issued.row.invoice_id
}

/** Issues the invoice. The wallet is credited when it is paid in full. */
export const approveTopUp = defineAct({
  name: 'billing.approve_top_up',
  sentence: { en: 'Approves a top-up', fr: 'Approuve une recharge' },
  actors: byOperators,
  input: moneyInput({ id: objectName, ...reasonOfApproval, ...agreedProposal }),
  output: orProposal(topUpSchema),
  secondPerson: true,
  ...actOfTwoPeople,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { id, reason = null, proposal_id: proposalId } = act.input
      if (reason !== null) requireReason(reason)
      const row = await readTopUp(context, id)
      const check = () => requireSubmitted(row)
      const execute = async () => {
        const invoice_id = await invoiceTopUp(context, row)
        const { result, ended } = await decide(context, row, { status: 'approved', invoice_id, reason: null })
        return {
          result,
          entry: {
            subject: id,
            before: { status: row.status },
            after: { status: 'approved', invoice_id, ...(reason !== null && { reason }), ...ended },
          },
        }
      }
      if (row.amount <= secondPersonAbove[currencyOf(context)] && typeof proposalId !== 'string') {
        check()
        return execute()
      }
      const about = { status: row.status }
      return withSecondPerson(
        context,
        { action: 'approve-top-up', command: { id }, reason, proposalId, about, check },
        execute,
      )
    }),
})

export const rejectTopUp = defineAct({
  name: 'billing.reject_top_up',
  sentence: { en: 'Rejects a top-up', fr: 'Refuse une recharge' },
  actors: byOperators,
  input: moneyInput({ id: objectName, reason: reasonText }),
  output: topUpSchema,
  ...actOnMoney,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { id, reason } = act.input
      requireReason(reason)
      const row = await readTopUp(context, id)
      requireSubmitted(row)
      const { result, ended } = await decide(context, row, { status: 'rejected', invoice_id: null, reason })
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

/** The requests of an organization, the newest first. */
export const listTopUps = async (
  database: Database,
  organizationId: string,
  { after, limit }: Part = {},
): Promise<TopUpObject[]> => {
  const { currency } = await requireWallet(database, organizationId)
  const { rows } = await database.query<TopUpRow>(
    `select ${columns} from billing_topups
     where organization_id = $1 and ($2::timestamptz is null or (created_at, topup_id) < ($2, $3))
     order by created_at desc, topup_id desc limit $4`,
    [organizationId, ...afterTime(after), limit ?? null],
  )
  return rows.map((row) => topUpObject(row, currency))
}
