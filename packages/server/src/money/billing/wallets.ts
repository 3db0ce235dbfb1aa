import { type IdSource, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type Balances, readBalances } from './ledger.ts'
import { type Currency, type Money, moneyOf } from './money.ts'

export type BillingMode = 'prepaid' | 'postpaid'

/** The settings of the wallet of an organization. Its money is in the ledger. */
export type Wallet = {
  organizationId: string
  walletId: string
  mode: BillingMode
  currency: Currency
  /** Null: without a limit. */
  creditLimit: number | null
  alertThreshold: number | null
  /** The version of the alert threshold. A change of an organization names the one that it is based on. */
  thresholdVersion: number
  balanceIsLow: boolean
  suspended: boolean
  predatesBilling: boolean
  updatedAt: Date
}

/** What an application may spend. */
export type Allowance = {
  applicationId: string
  /** Null: without a limit. */
  available: number | null
  held: number
  /** All that it ever spent. */
  spent: number
  /** The part of it that is not in the ledger yet. */
  unposted: number
}

export type WalletRow = {
  organization_id: string
  wallet_id: string
  mode: BillingMode
  currency: Currency
  credit_limit: number | null
  alert_threshold: number | null
  threshold_version: number
  balance_is_low: boolean
  suspended: boolean
  predates_billing: boolean
  updated_at: Date
}

export const walletOf = (row: WalletRow): Wallet => ({
  organizationId: row.organization_id,
  walletId: row.wallet_id,
  mode: row.mode,
  currency: row.currency,
  creditLimit: row.credit_limit,
  alertThreshold: row.alert_threshold,
  thresholdVersion: row.threshold_version,
  balanceIsLow: row.balance_is_low,
  suspended: row.suspended,
  predatesBilling: row.predates_billing,
  updatedAt: row.updated_at,
})

export const walletColumns = `organization_id, wallet_id, mode, currency, credit_limit, alert_threshold, threshold_version,
  balance_is_low, suspended, predates_billing, updated_at`

/**
 * Locks the wallet of an organization until the transaction ends. Every change of its money begins with this lock, and then
 * locks allowances in the order of their applications. A wallet that does not exist yet is postpaid without a limit, until
 * an operator sets its mode (spec/billing#organizations-at-the-start). The lock is a write of the row: so the fence of an organization
 * that moves to another database refuses every change of its money here.
 */
export const lockWallet = async (
  client: Database,
  organizationId: string,
  { newId, nowMs }: { newId: IdSource; nowMs: number },
): Promise<Wallet> => {
  const lock = `update billing_wallets set updated_at = updated_at where organization_id = $1 returning ${walletColumns}`
  const found = await client.query<WalletRow>(lock, [organizationId])
  if (found.rows[0]) return walletOf(found.rows[0])
  await client.query(
    `insert into billing_wallets (organization_id, wallet_id, mode, currency, updated_at)
     values ($1, $2, 'postpaid', 'USD', $3) on conflict do nothing`,
    [organizationId, newId('wal'), new Date(nowMs)],
  )
  const made = await client.query<WalletRow>(lock, [organizationId])
  return walletOf(made.rows[0] as WalletRow)
}

/** The wallet without a lock; null if it does not exist yet. */
export const readWallet = async (database: Database, organizationId: string): Promise<Wallet | null> => {
  const { rows } = await database.query<WalletRow>(
    `select ${walletColumns} from billing_wallets where organization_id = $1`,
    [organizationId],
  )
  return rows[0] ? walletOf(rows[0]) : null
}

/** Writes the settings of a wallet. The caller holds its lock. */
export const writeWallet = async (client: Database, wallet: Wallet): Promise<void> => {
  await client.query(
    `update billing_wallets set mode = $2, currency = $3, credit_limit = $4, alert_threshold = $5,
       balance_is_low = $6, suspended = $7, updated_at = $8, threshold_version = $9
     where organization_id = $1`,
    [
      ...[wallet.organizationId, wallet.mode, wallet.currency, wallet.creditLimit, wallet.alertThreshold],
      ...[wallet.balanceIsLow, wallet.suspended, wallet.updatedAt, wallet.thresholdVersion],
    ],
  )
}

export type AllowanceRow = {
  application_id: string
  available: number | null
  held: number
  spent: number
  unposted: number
}

// The database subtracts: what an application spent in years may be more than a number holds exactly.
export const allowanceColumns = 'application_id, available, held, spent, spent - posted as unposted'

export const allowanceOf = (row: AllowanceRow): Allowance => ({
  applicationId: row.application_id,
  available: row.available,
  held: row.held,
  spent: row.spent,
  unposted: row.unposted,
})

/** The allowances of an organization, in the order of their applications. */
export const readAllowances = async (database: Database, organizationId: string): Promise<Allowance[]> => {
  const { rows } = await database.query<AllowanceRow>(
    `select ${allowanceColumns} from billing_allowances
     where organization_id = $1 order by application_id`,
    [organizationId],
  )
  return rows.map(allowanceOf)
}

/**
 * Locks the allowances of an organization. Each lock is a statement on one application, so that a database with several
 * nodes takes it on one node.
 */
export const lockAllowances = async (client: Database, organizationId: string): Promise<Allowance[]> => {
  const locked: Allowance[] = []
  for (const { applicationId } of await readAllowances(client, organizationId)) {
    const { rows } = await client.query<AllowanceRow>({
      name: 'lock-allowance',
      text: `select ${allowanceColumns} from billing_allowances
             where application_id = $1 for update`,
      values: [applicationId],
    })
    if (rows[0]) locked.push(allowanceOf(rows[0]))
  }
  return locked
}

/** The money of an organization. The wallet and the allowances of one moment. */
export type Funds = {
  wallet: Wallet
  balances: Balances
  allowances: readonly Allowance[]
  /** What is due on invoices of top-ups. It is no debt for usage. */
  topUpsDue: number
}

export const lockFunds = async (
  client: Database,
  organizationId: string,
  facts: { newId: IdSource; nowMs: number },
): Promise<Funds> => {
  const wallet = await lockWallet(client, organizationId, facts)
  const allowances = await lockAllowances(client, organizationId)
  const balances = await readBalances(client, organizationId)
  return { wallet, allowances, balances, topUpsDue: await readTopUpsDue(client, wallet) }
}

/** Only a credit limit is compared with it, so that it is read for a wallet with a limit. */
export const readTopUpsDue = async (
  database: Database,
  { organizationId, creditLimit }: Pick<Wallet, 'organizationId' | 'creditLimit'>,
): Promise<number> => {
  if (creditLimit === null) return 0
  const { rows } = await database.query<{ due: number }>(
    `select coalesce(sum(amount_due), 0)::bigint as due from billing_invoices
     where organization_id = $1 and kind = 'top_up' and amount_due > 0`,
    [organizationId],
  )
  return rows[0]?.due ?? 0
}

/** spec/billing#balance: the wallet and its unspent allowances, without what is held. */
export const balanceOf = ({ wallet, balances, allowances }: Funds): number => {
  const unspent = wallet.mode === 'prepaid' ? sumOf(allowances, ({ available }) => available ?? 0) : 0
  return balances.of('wallet') + unspent
}

export const heldOf = ({ allowances }: Pick<Funds, 'allowances'>): number =>
  sumOf(allowances, ({ held }) => held)

/** What the organization owes: usage without an invoice, and invoices that are not paid. */
export const owedOf = ({ balances, allowances, wallet }: Funds): number => {
  const unposted = wallet.mode === 'postpaid' ? sumOf(allowances, ({ unposted }) => unposted) : 0
  return 0 - balances.of('unbilled') - balances.of('receivable') + unposted
}

/** What the allowances of the organization may still get. Null: without a limit. */
export const freeFunds = (funds: Funds): number | null => {
  const { wallet, balances } = funds
  if (wallet.suspended) return 0
  if (wallet.mode === 'prepaid') return Math.max(0, balances.of('wallet'))
  const left = leftOfLimit(funds)
  return left === null ? null : Math.max(0, left)
}

/** The credit that was not given to allowances, below zero by what was given beyond the limit. Null: without a limit. */
export const leftOfLimit = (funds: Funds): number | null => {
  const { mode, creditLimit } = funds.wallet
  if (mode === 'prepaid' || creditLimit === null) return null
  const given = sumOf(funds.allowances, ({ available, held }) => (available ?? 0) + held)
  // A top-up that is not paid is no use of credit: nothing was credited for it (spec/billing#prepaid-top-ups).
  return creditLimit - (owedOf(funds) - funds.topUpsDue) - given
}

const sumOf = (allowances: readonly Allowance[], read: (allowance: Allowance) => number): number =>
  allowances.reduce((sum, allowance) => sum + read(allowance), 0)

export type WalletObject = {
  id: string
  object: 'wallet'
  mode: BillingMode
  currency: Currency
  balance: Money
  held: Money
  credit_limit: Money | null
  alert_threshold: Money | null
  suspended: boolean
  updated_at: string
}

/** spec/billing#billing-objects */
export const walletObject = (funds: Funds): WalletObject => {
  const { wallet } = funds
  const money = (micros: number) => moneyOf(micros, wallet.currency)
  return {
    id: wallet.walletId,
    object: 'wallet',
    mode: wallet.mode,
    currency: wallet.currency,
    balance: money(balanceOf(funds)),
    held: money(heldOf(funds)),
    credit_limit: wallet.creditLimit === null ? null : money(wallet.creditLimit),
    alert_threshold: wallet.alertThreshold === null ? null : money(wallet.alertThreshold),
    suspended: wallet.suspended,
    updated_at: rfc3339(wallet.updatedAt.getTime()),
  }
}
