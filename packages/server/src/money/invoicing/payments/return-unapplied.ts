import { Refusal } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { agreedProposal, defineAct } from '../../../gateway/acts/index.ts'
import { moneySchema, orProposal } from '../billing-schemas.ts'
import {
  actOfTwoPeople,
  byOperators,
  micros,
  moneyInput,
  reasonText,
  requireReason,
  withMoney,
} from '../money-act.ts'
import { money, post } from '../money-transaction.ts'
import { withSecondPerson } from '../two-people.ts'
import { requireCents } from './top-ups.ts'

const unappliedReturn = Type.Object({
  object: Type.Literal('unapplied_return'),
  returned: moneySchema,
  /** The rest without an invoice. */
  unapplied: moneySchema,
  reason: Type.String(),
})
type UnappliedReturn = Static<typeof unappliedReturn>

/** Returns money that no invoice asked for, to where it came from. Two people. */
export const returnUnapplied = defineAct({
  name: 'billing.return_unapplied',
  sentence: {
    en: 'Returns money that no invoice asked for',
    fr: 'Rend l’argent qu’aucune facture ne demandait',
  },
  actors: byOperators,
  input: moneyInput({ amount: micros, reason: reasonText, ...agreedProposal }),
  output: orProposal(unappliedReturn),
  secondPerson: true,
  ...actOfTwoPeople,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { amount, reason, proposal_id: proposalId } = act.input
      requireCents(amount)
      requireReason(reason)
      const left = context.funds.balances.of('unapplied')
      const check = () => {
        if (amount <= left) return
        throw new Refusal(
          'billing_conflict',
          `The amount is larger than what no invoice asked for, which is ${money(context, left).value}.`,
        )
      }
      const command = { amount: money(context, amount), reason }
      const shared = { action: 'return-unapplied', command, proposalId, about: { left }, check } as const
      return withSecondPerson(context, shared, async (proposedReason) => {
        await post(
          context,
          'unapplied_returned',
          [
            ['unapplied', 0 - amount],
            ['bank', amount],
          ],
          { reason: proposedReason },
        )
        const result: UnappliedReturn = {
          ...{ object: 'unapplied_return', returned: command.amount, reason: proposedReason },
          unapplied: money(context, left - amount),
        }
        return { result, entry: { subject: context.organizationId, after: command } }
      })
    }),
})
