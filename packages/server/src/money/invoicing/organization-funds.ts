import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import {
  type Allowance,
  type Currency,
  type Funds,
  type Money,
  moneyOf,
  readCommittedFunds,
  readWallet,
  type Wallet,
  type WalletObject,
  walletObject,
} from '../billing/index.ts'

const required = <Found>(found: Found | null, organizationId: string): Found => {
  if (found) return found
  throw new Refusal('billing_object_not_found', `The organization ${organizationId} has no wallet yet.`)
}

/** The money of an organization as it is committed, without a lock. */
export const readFunds = async (database: Database, organizationId: string): Promise<Funds> =>
  required(await readCommittedFunds(database, organizationId), organizationId)

/** The settings of its wallet alone, such as the currency. */
export const requireWallet = async (database: Database, organizationId: string): Promise<Wallet> =>
  required(await readWallet(database, organizationId), organizationId)

export type AllowanceObject = {
  application_id: string
  object: 'allowance'
  /** Null: without a limit. */
  available: Money | null
  held: Money
  spent: Money
}

const allowanceObject = (
  { applicationId, available, held, spent }: Allowance,
  currency: Currency,
): AllowanceObject => ({
  application_id: applicationId,
  object: 'allowance',
  available: available === null ? null : moneyOf(available, currency),
  held: moneyOf(held, currency),
  spent: moneyOf(spent, currency),
})

export type BillingShown = {
  wallet: WalletObject
  allowances: AllowanceObject[]
  /** Paid, and not asked for by an invoice. The next invoice is paid with it. */
  unapplied: Money
}

export const showBilling = async (database: Database, organizationId: string): Promise<BillingShown> => {
  const funds = await readFunds(database, organizationId)
  const { currency } = funds.wallet
  return {
    wallet: walletObject(funds),
    allowances: funds.allowances.map((allowance) => allowanceObject(allowance, currency)),
    unapplied: moneyOf(funds.balances.of('unapplied'), currency),
  }
}
