import type { IdSource } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type Entry, type LedgerAccount, type LedgerKind, postTransaction } from './ledger.ts'
import { type Allowance, type Funds, freeFunds } from './wallets.ts'

export type MoveFacts = { newId: IdSource; nowMs: number }

/** Where the money of allowances comes from: the wallet, or credit. */
export const sourceOf = ({ wallet }: Pick<Funds, 'wallet'>): LedgerAccount =>
  wallet.mode === 'prepaid' ? 'wallet' : 'credit'

/** Creates the allowance of an application that has none, with nothing in it. */
export const insertAllowance = async (
  client: Database,
  { organizationId, applicationId }: { organizationId: string; applicationId: string },
): Promise<void> => {
  await client.query(
    `insert into billing_allowances (application_id, organization_id, available) values ($1, $2, 0)
     on conflict do nothing`,
    [applicationId, organizationId],
  )
}

/** What each application may spend from now on. Null: without a limit. */
export type NewAvailables = ReadonlyMap<string, number | null>

/**
 * Sets what applications may spend, and moves the difference between their accounts and the source. The account of an
 * allowance has what the application may spend, what is held, and what it spent that is not in the ledger yet. Without a
 * limit it has nothing. The caller holds the locks of the wallet and of the allowances.
 */
export const setAvailables = async (
  client: Database,
  funds: Funds,
  availables: NewAvailables,
  {
    newId,
    nowMs,
    kind = 'grant',
    subject = null,
  }: MoveFacts & { kind?: LedgerKind; subject?: string | null },
): Promise<Funds> => {
  const entries: Entry[] = []
  const allowances: Allowance[] = []
  for (const allowance of funds.allowances) {
    const { applicationId, available: before, held, unposted } = allowance
    const available = availables.get(applicationId)
    if (available === undefined) {
      allowances.push(allowance)
      continue
    }
    if (available !== before) await writeAvailable(client, applicationId, available)
    const account: LedgerAccount = `allowance:${applicationId}`
    const target = available === null ? 0 : available + held + unposted
    entries.push([account, target - funds.balances.of(account)])
    allowances.push({ ...allowance, available })
  }
  const moved = entries.reduce((sum, [, amount]) => sum + amount, 0)
  entries.push([sourceOf(funds), 0 - moved])
  const { organizationId } = funds.wallet
  await postTransaction(client, newId, { organizationId, kind, atMs: nowMs, subject, entries })
  return withBalances({ ...funds, allowances }, entries)
}

/** The same for every application of the organization. */
export const setAllAvailable = (
  client: Database,
  funds: Funds,
  available: number | null,
  facts: MoveFacts,
): Promise<Funds> => {
  const availables = new Map(funds.allowances.map(({ applicationId }) => [applicationId, available]))
  return setAvailables(client, funds, availables, { ...facts, kind: 'reclaim' })
}

const writeAvailable = async (
  client: Database,
  applicationId: string,
  available: number | null,
): Promise<void> => {
  await client.query({
    name: 'set-available',
    text: 'update billing_allowances set available = $2::bigint where application_id = $1',
    values: [applicationId, available],
  })
}

/** What an application may spend now, and what it may get of the wallet and of the other applications. */
export const reachOf = (funds: Funds, applicationId: string): { own: number; others: number } => {
  const own = funds.allowances.find((allowance) => allowance.applicationId === applicationId)
  const free = freeFunds(funds)
  if (free === null) return { own: 0, others: Number.POSITIVE_INFINITY }
  const siblings = funds.wallet.suspended ? [] : funds.allowances.filter((allowance) => allowance !== own)
  const reclaimable = siblings.reduce((sum, { available }) => sum + (available ?? 0), 0)
  return { own: own?.available ?? 0, others: free + reclaimable }
}

export type Coverage = { covered: boolean; funds: Funds }

/**
 * Raises the allowance of an application to an amount. The money comes from the wallet first, then from the other
 * applications of the organization, the largest allowance first. If all of it does not suffice, nothing moves; with
 * `partial`, everything does. The caller holds the locks of the wallet and of the allowances.
 */
export const raiseAllowance = async (
  client: Database,
  funds: Funds,
  { applicationId, amount, partial = false }: { applicationId: string; amount: number; partial?: boolean },
  facts: MoveFacts,
): Promise<Coverage> => {
  const own = funds.allowances.find((allowance) => allowance.applicationId === applicationId)
  if (!own) throw new Error(`${applicationId} has no allowance`)
  const moveFacts = { ...facts, subject: applicationId }
  const free = freeFunds(funds)
  if (free === null) {
    const unlimited = new Map([[applicationId, null]])
    return { covered: true, funds: await setAvailables(client, funds, unlimited, moveFacts) }
  }
  const available = own.available ?? 0
  const wanted = amount - available
  if (wanted <= 0) return { covered: true, funds }
  const { others } = reachOf(funds, applicationId)
  const missing = partial ? Math.min(wanted, others) : wanted
  if (others < missing) return { covered: false, funds }
  const siblings = funds.wallet.suspended ? [] : funds.allowances.filter((allowance) => allowance !== own)
  const fromFree = Math.min(free, Math.max(missing, spareShare(free, funds.allowances.length)))
  const availables = takeFrom(siblings, missing - fromFree)
  availables.set(applicationId, available + fromFree + Math.max(0, missing - fromFree))
  return { covered: missing === wanted, funds: await setAvailables(client, funds, availables, moveFacts) }
}

/** The only application of an organization gets everything. Otherwise enough is left for the others. */
const spareShare = (free: number, applications: number): number =>
  applications === 1 ? free : Math.floor(free / (2 * applications))

/** What the siblings have left after an amount was taken from them. */
const takeFrom = (siblings: readonly Allowance[], amount: number): Map<string, number> => {
  const left = new Map<string, number>()
  let missing = amount
  for (const { applicationId, available } of siblings.toSorted(byAvailable)) {
    if (missing <= 0) break
    const part = Math.min(missing, available ?? 0)
    left.set(applicationId, (available ?? 0) - part)
    missing -= part
  }
  return left
}

const byAvailable = (one: Allowance, other: Allowance): number =>
  (other.available ?? 0) - (one.available ?? 0)

/** The funds after entries that were written. */
export const withBalances = (funds: Funds, entries: readonly Entry[]): Funds => {
  const all = new Map(funds.balances.all)
  for (const [account, amount] of entries) all.set(account, (all.get(account) ?? 0) + amount)
  return { ...funds, balances: { all, of: (account) => all.get(account) ?? 0 } }
}

/** Notes that a part of what an application spent is in the ledger now. */
export const markPosted = async (
  client: Database,
  funds: Funds,
  applicationId: string,
  amount: number,
): Promise<Funds> => {
  await client.query('update billing_allowances set posted = posted + $2::bigint where application_id = $1', [
    applicationId,
    amount,
  ])
  const allowances = funds.allowances.map((allowance) =>
    allowance.applicationId === applicationId
      ? { ...allowance, unposted: allowance.unposted - amount }
      : allowance,
  )
  return { ...funds, allowances }
}
