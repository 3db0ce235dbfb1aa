import type pg from 'pg'
import {
  type Allowance,
  type Currency,
  type Funds,
  type Money,
  moneyOf,
  readAllowances,
  readBalances,
  readTopUpsDue,
  readWallet,
  type WalletObject,
  walletObject,
} from '../billing/index.ts'
import { OperatorError } from '../core/index.ts'

type Database = Pick<pg.ClientBase, 'query'>

/** The money of an organization as it is committed, without a lock. */
export const readFunds = async (database: Database, organizationId: string): Promise<Funds> => {
  const wallet = await readWallet(database, organizationId)
  if (!wallet)
    throw new OperatorError(
      'billing_object_not_found',
      `The organization ${organizationId} has no wallet yet.`,
    )
  const allowances = await readAllowances(database, organizationId)
  const balances = await readBalances(database, organizationId)
  return { wallet, allowances, balances, topUpsDue: await readTopUpsDue(database, wallet) }
}

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

/** One snapshot has everything, so that no transfer is seen half. */
export const showBilling = async (pool: pg.Pool, organizationId: string): Promise<BillingShown> => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const funds = await readFunds(client, organizationId)
    return {
      wallet: walletObject(funds),
      allowances: funds.allowances.map((allowance) => allowanceObject(allowance, funds.wallet.currency)),
      unapplied: moneyOf(funds.balances.of('unapplied'), funds.wallet.currency),
    }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
