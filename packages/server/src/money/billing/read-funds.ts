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
 * The money of an organization as it is committed, without a lock. One statement reads it, so that money on its way from the
 * wallet to an application is seen once. Null: the organization has no wallet yet.
 */
export const readCommittedFunds = async (
  database: Database,
  organizationId: string,
): Promise<Funds | null> => {
  const { rows } = await database.query<FundsRow>({
    name: 'read-committed-funds',
    text: `select ${walletColumns},
        (select coalesce(jsonb_agg(to_jsonb(a) order by a.application_id), '[]')
         from (select ${allowanceColumns} from billing_allowances where organization_id = $1) a) as allowances,
        (select coalesce(jsonb_object_agg(account, balance), '{}') from ledger_balances where organization_id = $1) as balances,
        (select coalesce(sum(amount_due), 0)::bigint from billing_invoices
         where organization_id = $1 and kind = 'top_up' and amount_due > 0) as top_ups_due
      from billing_wallets where organization_id = $1`,
    values: [organizationId],
  })
  const row = rows[0]
  if (!row) return null
  return {
    wallet: walletOf(row),
    allowances: row.allowances.map(allowanceOf),
    balances: balancesOf(Object.entries(row.balances)),
    topUpsDue: row.top_ups_due,
  }
}
