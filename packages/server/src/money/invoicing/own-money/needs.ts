import type { KeyObject } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { type ActNeeds, actsWithNeeds, type ListCursors } from '../../../gateway/acts/index.ts'
import { microsOfUnit } from '../../billing/index.ts'
import type { InvoicingPlatform, MoneyContext } from '../money-transaction.ts'
import { currencyOf } from '../money-transaction.ts'

/** What the acts of an organization on its own money need. */
export type OwnMoneyNeeds = ActNeeds &
  InvoicingPlatform & {
    cursors: ListCursors
    /** Keys the check value of an invoice on paper. */
    checkKey: KeyObject
  }

export const { act: moneyOfOwnAct, reading: moneyOfOwnReading } = actsWithNeeds<OwnMoneyNeeds>()

/** spec/organizations#roles: an Administrator reads what the Owner and the Financial officer decide about. */
export const readersOfMoney = ['owner', 'administrator', 'financial_officer'] as const
export const keepersOfMoney = ['owner', 'financial_officer'] as const

/** Millionths of an amount in the currency of the wallet. */
export const microsOf = (context: MoneyContext, amount: { value: number; currency: string }): number => {
  if (amount.currency !== currencyOf(context))
    throw new Refusal('billing_value_invalid', `The wallet is in ${currencyOf(context)}.`, {
      context: { field: 'amount.currency' },
    })
  return Math.round(amount.value * microsOfUnit)
}
