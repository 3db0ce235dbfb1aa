import type { Database } from '@nani/foundation/storage/index.ts'
import { balancesOf } from './ledger.ts'
import {
  type AllowanceRow,
  allowanceColumns,
  allowanceOf,
  type Funds,
  type WalletRow,
  walletColumns,
  walletOf,
} from './wallets.ts'

type FundsRow = WalletRow & {
  allowances: AllowanceRow[]
  balances: Record<string, number>
  top_ups_due: number
}

/**
 * The money of organizations as it is committed, without a lock. One statement reads it, so that money on its way from a wallet to
 * an application is seen once. An organization without a wallet is left out.
 */
export const readCommittedFundsOf = async (
  database: Database,
  organizationIds: readonly string[],
): Promise<Map<string, Funds>> => {
  const { rows } = await database.query<FundsRow>({
    name: 'read-committed-funds',
    text: `select ${walletColumns},
        (select coalesce(json_agg(a order by a.application_id), '[]')
         from (select ${allowanceColumns} from billing_allowances where organization_id = w.organization_id) a) as allowances,
        (select coalesce(json_object_agg(account, balance), '{}') from ledger_balances
         where organization_id = w.organization_id) as balances,
        coalesce(due.amount, 0)::bigint as top_ups_due
      from billing_wallets w
        left join (select organization_id, sum(amount_due) as amount from billing_invoices
          where organization_id = any($1) and kind = 'top_up' and amount_due > 0 group by 1) due using (organization_id)
      where organization_id = any($1)`,
    values: [organizationIds],
  })
  return new Map(rows.map((row) => [row.organization_id, fundsOf(row)]))
}

const fundsOf = (row: FundsRow): Funds => ({
  wallet: walletOf(row),
  allowances: row.allowances.map(allowanceOf),
  balances: balancesOf(Object.entries(row.balances)),
  topUpsDue: row.top_ups_due,
})

/** The same of one organization. Null: it has no wallet yet. */
export const readCommittedFunds = async (database: Database, organizationId: string): Promise<Funds | null> =>
  (await readCommittedFundsOf(database, [organizationId])).get(organizationId) ?? null
