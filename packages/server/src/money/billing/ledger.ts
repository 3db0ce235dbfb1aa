import type { IdSource } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

/*
 * The accounts of an organization. A positive balance is money that the account has. Every transaction moves money
 * between accounts, so that the balances of an organization always add up to zero.
 */
export type LedgerAccount =
  /** Money of the organization that no application may spend yet. */
  | 'wallet'
  /** Money, or credit, that an application may spend. */
  | `allowance:${string}`
  /** Credit that was given to allowances: below zero by what they have. */
  | 'credit'
  /** Usage without an invoice: below zero by what the organization owes. */
  | 'unbilled'
  /** Invoices that are not paid: below zero by what the organization owes. */
  | 'receivable'
  /** Top-ups that are invoiced and not paid. */
  | 'deferred'
  /** Money that was paid and that no invoice asked for. It is owed to the organization. */
  | 'unapplied'
  /** What calls cost. */
  | 'revenue'
  /** VAT of invoices. */
  | 'tax'
  /** What was lost or won by rounding the lines of invoices. */
  | 'rounding'
  /** Payments from outside: below zero by what was paid. */
  | 'bank'
  /** Adjustments by operators, and demo credit. */
  | 'adjustments'
  | 'demo_credit'

export type LedgerKind =
  | 'grant'
  | 'reclaim'
  | 'usage'
  | 'demo_credit'
  | 'invoice'
  | 'payment'
  | 'top_up'
  | 'adjustment'
  | 'void'
  | 'credit_note'
  | 'mode'
  | 'balance_applied'
  | 'unapplied_applied'
  | 'unapplied_returned'

export type Entry = readonly [account: LedgerAccount, amount: number]

export type LedgerTransaction = {
  organizationId: string
  kind: LedgerKind
  atMs: number
  subject?: string | null
  reason?: string | null
  entries: readonly Entry[]
}

/**
 * Writes a transaction with its entries and the new balances. The caller holds the lock of the wallet. Entries of zero are
 * left out; a transaction without entries is not written. Returns its id, or null.
 */
export const postTransaction = async (
  client: Database,
  newId: IdSource,
  { organizationId, kind, atMs, subject = null, reason = null, entries }: LedgerTransaction,
): Promise<string | null> => {
  const moved = sumByAccount(entries)
  if (moved.length === 0) return null
  const sum = moved.reduce((total, [, amount]) => total + amount, 0)
  if (sum !== 0) throw new Error(`the entries of a ${kind} add up to ${sum}`)
  const transactionId = newId('ltx')
  await client.query(
    `insert into ledger_transactions (transaction_id, organization_id, kind, at, subject, reason)
     values ($1, $2, $3, $4, $5, $6)`,
    [transactionId, organizationId, kind, new Date(atMs), subject, reason],
  )
  const accounts = moved.map(([account]) => account)
  const amounts = moved.map(([, amount]) => amount)
  await client.query(
    `insert into ledger_entries (transaction_id, position, organization_id, account, amount)
     select $1, e.position, $2, e.account, e.amount
     from unnest($3::text[], $4::bigint[]) with ordinality as e(account, amount, position)`,
    [transactionId, organizationId, accounts, amounts],
  )
  await client.query(
    `insert into ledger_balances as b (organization_id, account, balance)
     select $1, e.account, e.amount from unnest($2::text[], $3::bigint[]) as e(account, amount) order by e.account
     on conflict (organization_id, account) do update set balance = b.balance + excluded.balance`,
    [organizationId, accounts, amounts],
  )
  return transactionId
}

const sumByAccount = (entries: readonly Entry[]): [LedgerAccount, number][] => {
  const sums = new Map<LedgerAccount, number>()
  for (const [account, amount] of entries) sums.set(account, (sums.get(account) ?? 0) + amount)
  return [...sums].filter(([, amount]) => amount !== 0)
}

export type Balances = { of(account: LedgerAccount): number; all: ReadonlyMap<string, number> }

/** The balances of an organization: the projection of its entries. */
export const readBalances = async (database: Database, organizationId: string): Promise<Balances> => {
  const { rows } = await database.query<{ account: string; balance: number }>(
    'select account, balance from ledger_balances where organization_id = $1',
    [organizationId],
  )
  return balancesOf(rows.map(({ account, balance }) => [account, balance]))
}

export const balancesOf = (balances: Iterable<readonly [account: string, balance: number]>): Balances => {
  const all = new Map(balances)
  return { all, of: (account) => all.get(account) ?? 0 }
}
