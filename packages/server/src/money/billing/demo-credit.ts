import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { postTransaction } from './ledger.ts'
import { microsOfUnit } from './money.ts'
import type { MoveFacts } from './move-funds.ts'
import { readCommittedFunds } from './read-funds.ts'
import { balanceOf, type Funds, lockFunds } from './wallets.ts'

/** spec/billing#organizations-at-the-start */
const demoCredit = 10_000 * microsOfUnit

/**
 * Makes the wallet of the demo organization prepaid, with demo credit. An organization that is older than billing, and one
 * whose calls have been paid in another way, keeps its wallet.
 */
export const openDemoWallet = async (
  client: pg.PoolClient,
  organizationId: string,
  facts: MoveFacts,
): Promise<void> => {
  const { wallet, allowances, balances } = await lockFunds(client, organizationId, facts)
  if (wallet.predatesBilling || wallet.mode === 'prepaid') return
  if (allowances.length > 0 || balances.all.size > 0) return
  await client.query(
    `update billing_wallets set mode = 'prepaid', updated_at = $2 where organization_id = $1`,
    [organizationId, new Date(facts.nowMs)],
  )
  await postTransaction(client, facts.newId, {
    ...{ organizationId, kind: 'demo_credit', atMs: facts.nowMs },
    entries: [
      ['demo_credit', 0 - demoCredit],
      ['wallet', demoCredit],
    ],
  })
}

/**
 * The demo credit that a wallet still has. Demo credit counts as spent before other money, and as what operators took
 * out of the wallet.
 */
export const readDemoCreditLeft = async (database: Database, organizationId: string): Promise<number> => {
  const funds = await readCommittedFunds(database, organizationId)
  return funds ? Math.max(0, Math.min(unspentDemoCredit(funds), balanceOf(funds))) : 0
}

const unspentDemoCredit = ({ balances, allowances }: Funds): number => {
  const unposted = allowances.reduce((sum, allowance) => sum + allowance.unposted, 0)
  const taken = Math.max(0, balances.of('adjustments'))
  return 0 - balances.of('demo_credit') - balances.of('revenue') - unposted - taken
}
