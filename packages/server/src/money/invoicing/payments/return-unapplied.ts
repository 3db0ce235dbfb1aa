import { OperatorError } from '@nani/foundation/core/index.ts'
import type { Money } from '../../billing/index.ts'
import { byOperators, moneyAct, type OfOrganization, requireReason } from '../money-act.ts'
import { money, post } from '../money-transaction.ts'
import { withSecondPerson } from '../two-people.ts'
import { requireCents } from './top-ups.ts'

export type UnappliedReturn = {
  object: 'unapplied_return'
  returned: Money
  /** What is left without an invoice. */
  unapplied: Money
  reason: string
}

/** Returns money that no invoice asked for, to where it came from. Two people. */
export const returnUnapplied = moneyAct({
  action: 'billing.return_unapplied',
  permission: byOperators,
  async change(context, { amount, reason }: OfOrganization & { amount: number; reason: string }) {
    requireCents(amount)
    requireReason(reason)
    const left = context.funds.balances.of('unapplied')
    if (amount > left)
      throw new OperatorError(
        'billing_conflict',
        `The amount is larger than what no invoice asked for, which is ${money(context, left).value}.`,
      )
    const command = { amount: money(context, amount), reason }
    return withSecondPerson(context, { action: 'return-unapplied', command }, async () => {
      await post(
        context,
        'unapplied_returned',
        [
          ['unapplied', 0 - amount],
          ['bank', amount],
        ],
        { reason },
      )
      const result: UnappliedReturn = {
        ...{ object: 'unapplied_return', returned: command.amount, reason },
        unapplied: money(context, left - amount),
      }
      return { result, entry: { subject: context.organizationId, after: command } }
    })
  },
})
