import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { agreedProposal, defineAct } from '../../gateway/acts/index.ts'
import { type BillingMode, freeFunds, setAllAvailable } from '../billing/index.ts'
import { orProposal, walletSchema } from './billing-schemas.ts'
import { periodUntilNow } from './invoices/invoiced-periods.ts'
import { firstOpenDay, issueUsageInvoice } from './invoices/issue-usage.ts'
import { postAllUsage } from './invoices/post-usage.ts'
import {
  actOfTwoPeople,
  actOnMoney,
  byMembers,
  byOperators,
  micros,
  moneyInput,
  reasonText,
  requireReason,
  withMoney,
} from './money-act.ts'
import { type MoneyContext, money, post, touchWallet, walletNow } from './money-transaction.ts'
import { withSecondPerson } from './two-people.ts'

const requireNotNegative = (amount: number | null, name: string): void => {
  if (amount !== null && (!Number.isSafeInteger(amount) || amount < 0))
    throw new Refusal('billing_value_invalid', `The ${name} must not be below 0.`)
}

/** Below it, `billing.balance_low` is sent. A balance that is low already does not cross a higher threshold again. */
export const setThreshold = defineAct({
  name: 'billing.set_threshold',
  sentence: { en: 'Sets the alert threshold of a wallet', fr: 'Définit le seuil d’alerte d’un portefeuille' },
  actors: byMembers,
  input: moneyInput({ threshold: micros }),
  output: walletSchema,
  ...actOnMoney,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { threshold } = act.input
      requireNotNegative(threshold, 'threshold')
      const before = walletNow(context)
      await touchWallet(context, { alertThreshold: threshold })
      const result = walletNow(context)
      const entry = {
        subject: context.organizationId,
        before: { alert_threshold: before.alert_threshold },
        after: { alert_threshold: result.alert_threshold },
      }
      return { result, entry }
    }),
})

/** Adds to the wallet, or takes from it. Two people. */
export const adjustWallet = defineAct({
  name: 'billing.adjust',
  sentence: { en: 'Adjusts a wallet', fr: 'Ajuste un portefeuille' },
  actors: byOperators,
  input: moneyInput({ amount: micros, reason: reasonText, ...agreedProposal }),
  output: orProposal(walletSchema),
  secondPerson: true,
  ...actOfTwoPeople,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { amount, reason, proposal_id: proposalId } = act.input
      if (!Number.isSafeInteger(amount) || amount === 0)
        throw new Refusal('billing_value_invalid', 'The amount must not be 0.')
      requireReason(reason)
      const command = { amount: money(context, amount), reason }
      return withSecondPerson(context, { action: 'adjust', command, proposalId }, async (proposedReason) => {
        if (amount < 0) await gather(context, 0 - amount)
        await post(
          context,
          'adjustment',
          [
            ['adjustments', 0 - amount],
            ['wallet', amount],
          ],
          { reason: proposedReason },
        )
        const result = walletNow(context)
        context.events.push({ type: 'billing.wallet_adjusted', object: result })
        return { result, entry: { subject: context.organizationId, after: command } }
      })
    }),
})

/** Brings money that applications have not spent back into the wallet, when an adjustment needs it. */
const gather = async (context: MoneyContext, amount: number): Promise<void> => {
  const { client, newId, nowMs } = context
  if (context.funds.wallet.mode === 'prepaid' && context.funds.balances.of('wallet') < amount)
    context.funds = await setAllAvailable(client, context.funds, 0, { newId, nowMs })
  const inWallet = context.funds.balances.of('wallet')
  if (inWallet < amount)
    throw new Refusal(
      'billing_conflict',
      `The wallet has ${money(context, inWallet).value}, which is less than the adjustment.`,
    )
}

/**
 * Who pays when. Two people. The usage so far is settled in the old mode: what is owed is invoiced when the organization
 * becomes prepaid. The balance stays, and reduces the next invoice of a postpaid organization.
 */
export const changeMode = defineAct({
  name: 'billing.change_mode',
  sentence: { en: 'Changes who pays when', fr: 'Change le mode de paiement' },
  actors: byOperators,
  input: moneyInput({
    mode: Type.Enum(['prepaid', 'postpaid']),
    credit_limit: Type.Union([micros, Type.Null()]),
    /** Both people give the same one, and the log of acts keeps it. */
    reason: Type.Optional(reasonText),
    ...agreedProposal,
  }),
  output: orProposal(walletSchema),
  secondPerson: true,
  ...actOfTwoPeople,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { mode, credit_limit: creditLimit, reason, proposal_id: proposalId } = act.input
      if (mode === 'prepaid' && creditLimit !== null)
        throw new Refusal('billing_value_invalid', 'A prepaid organization has no credit limit.')
      requireNotNegative(creditLimit, 'credit limit')
      if (reason !== undefined) requireReason(reason)
      const limit = creditLimit === null ? null : money(context, creditLimit)
      const command = { mode, credit_limit: limit, ...(reason !== undefined && { reason }) }
      const was = walletNow(context)
      const about = { mode: was.mode, credit_limit: was.credit_limit }
      return withSecondPerson(context, { action: 'mode', command, proposalId, about }, async () => {
        await applyMode(context, mode, creditLimit)
        const result = walletNow(context)
        context.events.push({ type: 'billing.mode_changed', object: result, previous: about })
        return { result, entry: { subject: context.organizationId, before: about, after: command } }
      })
    }),
})

/** What a prepaid organization owes from its postpaid time is invoiced now: its month has no invoice at its end any more. */
const invoiceOpenUsage = async (context: MoneyContext): Promise<void> => {
  const { nowMs } = context
  const firstDay = await firstOpenDay(context, null)
  if (firstDay === null) return
  const period = await periodUntilNow(context, firstDay)
  await issueUsageInvoice(context, { beforeDay: null, period, issuedMs: nowMs })
}

const applyMode = async (
  context: MoneyContext,
  mode: BillingMode,
  creditLimit: number | null,
): Promise<void> => {
  const { client, newId, nowMs } = context
  const facts = { newId, nowMs }
  await postAllUsage(context)
  if (mode === 'prepaid') await invoiceOpenUsage(context)
  // Without a limit, an allowance has nothing: its money is back where it came from.
  context.funds = await setAllAvailable(client, context.funds, null, facts)
  await touchWallet(context, { mode, creditLimit })
  if (freeFunds(context.funds) === null) return
  // Accepted batches keep what they hold.
  context.funds = await setAllAvailable(client, context.funds, 0, facts)
  if (mode === 'prepaid' && context.funds.balances.of('wallet') < 0)
    throw new Refusal(
      'billing_conflict',
      'Accepted batches hold more than the wallet has. Repeat when they have ended.',
    )
}
