import type pg from 'pg'
import { postTransaction } from './ledger.ts'
import { microsOfUnit } from './money.ts'
import { type MoveFacts, setAllAvailable } from './move-funds.ts'
import { type Funds, lockFunds } from './wallets.ts'

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
  // A demo that begins again gets what the end of the one before took back.
  if (balances.all.has('demo_credit'))
    return giveDemoCredit(client, organizationId, demoCredit + balances.of('demo_credit'), facts)
  if (wallet.predatesBilling || wallet.mode === 'prepaid') return
  if (allowances.length > 0 || balances.all.size > 0) return
  await client.query(
    `update billing_wallets set mode = 'prepaid', updated_at = $2 where organization_id = $1`,
    [organizationId, new Date(facts.nowMs)],
  )
  await giveDemoCredit(client, organizationId, demoCredit, facts)
}

const giveDemoCredit = async (
  client: pg.PoolClient,
  organizationId: string,
  amount: number,
  { newId, nowMs }: MoveFacts,
): Promise<void> => {
  await postTransaction(client, newId, {
    ...{ organizationId, kind: 'demo_credit', atMs: nowMs },
    entries: [
      ['demo_credit', 0 - amount],
      ['wallet', amount],
    ],
  })
}

/**
 * Takes back the demo credit that is left, when the installation is no demo: no one paid it. Demo credit counts as spent
 * before other money, so that money that was paid stays. Returns what was taken.
 */
export const closeDemoWallet = async (
  client: pg.PoolClient,
  organizationId: string,
  facts: MoveFacts,
): Promise<number> => {
  // An organization without demo credit gets no wallet here.
  const { rowCount } = await client.query(
    `select from ledger_balances where organization_id = $1 and account = 'demo_credit' and balance < 0`,
    [organizationId],
  )
  if (rowCount === 0) return 0
  const locked = await lockFunds(client, organizationId, facts)
  const unused = unusedDemoCredit(locked)
  if (unused <= 0) return 0
  const funds = locked.wallet.mode === 'prepaid' ? await setAllAvailable(client, locked, 0, facts) : locked
  const amount = Math.min(unused, funds.balances.of('wallet'))
  if (amount <= 0) return 0
  await giveDemoCredit(client, organizationId, 0 - amount, facts)
  return amount
}

const unusedDemoCredit = ({ balances, allowances }: Funds): number => {
  const unposted = allowances.reduce((sum, allowance) => sum + allowance.unposted, 0)
  return 0 - balances.of('demo_credit') - balances.of('revenue') - unposted
}
