import type { EventType } from '@nani/contract'
import type { Archive } from '@nani/foundation/archive/index.ts'
import { type Clock, type IdSource, Refusal } from '@nani/foundation/core/index.ts'
import { type Database, inTransaction, type Vault, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { eventsEffect, snapshotEvent } from '../../calls/outbox/index.ts'
import { announceDue } from '../../calls/webhooks/index.ts'
import type { ActCell, Databases, NamedDatabase } from '../../gateway/acts/index.ts'
import {
  balanceOf,
  type Currency,
  type Entry,
  type Funds,
  heldOf,
  type LedgerKind,
  leftOfLimit,
  lockFundsOf,
  type Money,
  moneyOf,
  postTransaction,
  readTopUpsDue,
  setAllAvailable,
  type WalletObject,
  walletObject,
  withBalances,
  writeWallet,
} from '../billing/index.ts'

/** What the acts of billing need of the platform. */
export type InvoicingPlatform = {
  pool: pg.Pool
  /** The cell with the money, where `pool` is not home. */
  cell?: ActCell | undefined
  /** For readings of `pool` without its cell. */
  homePool?: pg.Pool
  clock: Clock
  newId: IdSource
  vaultFor(use: string): Vault
  /** True on a demo: one account of the operating system may act as both people. */
  oneAccountMayBeTwo?: boolean
}

/** Home, which has operators, the status of accounts and price lists. */
export const homeOf = ({ pool, homePool = pool, cell }: InvoicingPlatform): pg.Pool => cell?.home ?? homePool

/**
 * The same where charges are read that may be in the archive. `databases`: those with an archive that may have charges. Absent: that of
 * `pool` alone.
 */
export type ProvedPlatform = InvoicingPlatform & { archive: Archive; databases?: Databases }

/** Null: there is one database. */
export const databasesWithArchives = (
  { databases, archive, cell }: ProvedPlatform,
  organizationId?: string,
): readonly NamedDatabase[] | null => {
  const all = databases?.(organizationId) ?? []
  if (all.length <= 1) return null
  // That of the needs is the archive of home where the money is in home.
  return all.map((one) => (one.name === 'home' && !cell ? { archive, ...one } : one))
}

export type BillingEvent = { type: EventType; object: object; previous?: Record<string, unknown> }

/** A transaction on the money of one organization. It holds the locks of its wallet and of its allowances. */
export type MoneyContext = {
  client: pg.PoolClient
  organizationId: string
  newId: IdSource
  nowMs: number
  funds: Funds
  events: BillingEvent[]
  vaultFor(use: string): Vault
  oneAccountMayBeTwo: boolean
  /** The database of the transaction, where it is not home. */
  cell: ActCell | undefined
  /** The transaction is rolled back. It takes no number of an invoice. */
  isRehearsal: boolean
}

export const currencyOf = ({ funds }: Pick<MoneyContext, 'funds'>): Currency => funds.wallet.currency
export const money = (context: Pick<MoneyContext, 'funds'>, micros: number): Money =>
  moneyOf(micros, currencyOf(context))
export const walletNow = ({ funds }: Pick<MoneyContext, 'funds'>): WalletObject => walletObject(funds)

/** Moves money between the accounts of the organization. Returns the id of the transaction of the ledger. */
export const post = async (
  context: MoneyContext,
  kind: LedgerKind,
  entries: readonly Entry[],
  { subject = null, reason = null }: { subject?: string | null; reason?: string | null } = {},
): Promise<string | null> => {
  const { client, newId, organizationId, nowMs } = context
  const transaction = { organizationId, kind, atMs: nowMs, subject, reason, entries }
  const transactionId = await postTransaction(client, newId, transaction)
  context.funds = withBalances(context.funds, entries)
  requireExact(context.funds)
  await touchWallet(context)
  return transactionId
}

/** A number holds millionths exactly up to nine billion units. No organization has more, or owes more. */
const requireExact = (funds: Funds): void => {
  const { balances } = funds
  const owed = (['receivable', 'deferred', 'unapplied'] as const).map((account) => balances.of(account))
  const amounts = [balanceOf(funds) + heldOf(funds), ...owed]
  if (!amounts.every(Number.isSafeInteger))
    throw new Refusal('billing_value_invalid', 'The wallet and the invoices must stay below nine billion.')
}

/** Writes the settings of the wallet that changed, and the time of the change. */
export const touchWallet = async (
  context: MoneyContext,
  changes: Partial<Omit<Funds['wallet'], 'organizationId' | 'walletId' | 'predatesBilling'>> = {},
): Promise<void> => {
  const wallet = { ...context.funds.wallet, ...changes, updatedAt: new Date(context.nowMs) }
  context.funds = { ...context.funds, wallet }
  await writeWallet(context.client, wallet)
}

/** `billing.balance_low` is sent once for each crossing of the threshold (spec/billing#billing-events). */
const noteLowBalance = async (context: MoneyContext): Promise<void> => {
  const { mode, alertThreshold, balanceIsLow } = context.funds.wallet
  const isLow = mode === 'prepaid' && alertThreshold !== null && balanceOf(context.funds) < alertThreshold
  if (isLow === balanceIsLow) return
  await touchWallet(context, { balanceIsLow: isLow })
  if (isLow) context.events.push({ type: 'billing.balance_low', object: walletObject(context.funds) })
}

/** Work inside a transaction that another part began. */
export const openContext = async (
  client: pg.PoolClient,
  organizationId: string,
  {
    newId,
    clock,
    vaultFor,
    cell,
    oneAccountMayBeTwo = false,
  }: Pick<InvoicingPlatform, 'newId' | 'clock' | 'vaultFor' | 'cell' | 'oneAccountMayBeTwo'>,
): Promise<MoneyContext> => {
  const nowMs = clock.now()
  const applicationIds = await productionApplications(client, organizationId)
  const funds = await lockFundsOf(client, { organizationId, applicationIds }, { newId, nowMs })
  const platform = { newId, vaultFor, oneAccountMayBeTwo, cell }
  return { client, organizationId, nowMs, funds, events: [], ...platform, isRehearsal: false }
}

/**
 * An invoice for usage counts against the credit limit with its VAT. Credit that applications have and did not spend must
 * not go beyond the limit. They get what is left with their next call. Invoices of top-ups may have changed, so that what is due
 * on them is read again.
 */
const reclaimBeyondLimit = async (context: MoneyContext): Promise<void> => {
  const { client, newId, nowMs } = context
  context.funds = { ...context.funds, topUpsDue: await readTopUpsDue(client, context.funds.wallet) }
  if ((leftOfLimit(context.funds) ?? 0) >= 0) return
  context.funds = await setAllAvailable(client, context.funds, 0, { newId, nowMs })
}

/**
 * Ends a change of money. Takes back credit beyond the limit, notices a balance that became low, and writes the events to
 * every production application of the organization.
 */
export const closeContext = async (context: MoneyContext): Promise<string[]> => {
  await reclaimBeyondLimit(context)
  await noteLowBalance(context)
  if (context.events.length === 0) return []
  const { client, organizationId } = context
  const applicationIds = await productionApplications(client, organizationId)
  for (const applicationId of applicationIds) await writeEvents(context, applicationId)
  return applicationIds
}

/** A transaction on the money of an organization, with its events. Deliveries begin after the commit. */
export const moneyTransaction = async <Result>(
  platform: InvoicingPlatform,
  organizationId: string,
  work: (context: MoneyContext) => Promise<Result>,
): Promise<Result> => {
  const { result, applicationIds } = await inTransaction(platform.pool, async (client) => {
    const context = await openContext(client, organizationId, platform)
    const done = await work(context)
    return { result: done, applicationIds: await closeContext(context) }
  })
  await announceEvents(platform, applicationIds)
  return result
}

/** Lost announcements only delay the deliveries. */
export const announceEvents = async (
  { pool }: Pick<InvoicingPlatform, 'pool'>,
  applicationIds: readonly string[],
): Promise<void> => {
  await announceDue(pool, applicationIds).catch(() => {})
}

export const productionApplications = async (client: Database, organizationId: string): Promise<string[]> => {
  const { rows } = await client.query<{ application_id: string }>(
    `select application_id from applications where organization_id = $1 and environment = 'production'
     order by application_id`,
    [organizationId],
  )
  return rows.map(({ application_id }) => application_id)
}

const writeEvents = async (context: MoneyContext, applicationId: string): Promise<void> => {
  const { client, newId, nowMs, events, vaultFor } = context
  const vault = vaultFor('requests')
  const snapshots = events.map(({ type, object, previous }) =>
    snapshotEvent(
      {
        ...{ eventId: newId('evt'), type, applicationId },
        data: {
          object: object as Record<string, unknown>,
          ...(previous && { previous_attributes: previous }),
        },
      },
      vault,
    ),
  )
  const change = { id: newId('ltx'), service: null, scopes: null, atMs: nowMs, fence: null }
  await writeChanges(client, applicationId, [{ ...change, effects: [eventsEffect(snapshots)] }])
}
