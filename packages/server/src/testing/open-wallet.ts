import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { lockWallet, type MoveFacts, postTransaction } from '../money/billing/index.ts'

type WalletToOpen = {
  organizationId: string
  paid: number
  mode?: 'prepaid' | 'postpaid'
  creditLimit?: number
}

/** A wallet with money that was paid, in millionths. */
export const openWallet = (
  pool: pg.Pool,
  { organizationId, paid, mode = 'prepaid', creditLimit }: WalletToOpen,
  facts: MoveFacts,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    await lockWallet(client, organizationId, facts)
    await client.query('update billing_wallets set mode = $2, credit_limit = $3 where organization_id = $1', [
      organizationId,
      mode,
      creditLimit ?? null,
    ])
    await postTransaction(client, facts.newId, {
      ...{ organizationId, kind: 'payment', atMs: facts.nowMs },
      entries: [
        ['bank', 0 - paid],
        ['wallet', paid],
      ],
    })
  })
