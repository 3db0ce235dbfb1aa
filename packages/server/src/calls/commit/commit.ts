import type { ErrorCode } from '@nani/contract'
import { createKeyedBatcher, Refusal, statementGroups } from '@nani/foundation/core/index.ts'
import {
  type Change,
  type ChangeOutcome,
  type Database,
  type Effect,
  type Fence,
  shapeOfChange,
  tryChanges,
  withMissingPartition,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type Charge, type Cover, isFundsExceeded, type Payer } from '../../money/billing/index.ts'
import { isQuotaExceeded } from '../../money/metering/index.ts'
import type { ResultEffect } from './result-effects.ts'

/** A change with a result. All of its effects happen in one transaction, or none does. */
export type CommitRecord = {
  applicationId: string
  /** The id of the result. */
  resultId: string
  service: string
  /** The scopes that were applied; null where the service has none. */
  scopes: readonly string[] | null
  atMs: number
  result: ResultEffect
  /** Null: the change is free. */
  charge: Charge | null
  /** Null: the usage was counted when the work was accepted, or the change counts against no quota. */
  usage: Effect<'usage'> | null
  audit: Effect<'audit'>
  /** What the change completes: a stored response, a job, an item. It happens only if that is still open. */
  completes: Fence | null
  events: Effect<'events'> | null
  /** Effects of other modules, for example the rows of a service. */
  contributed: readonly Effect[]
}

/** The quota of a service was used up at the moment of the commit. */
export class QuotaSpent extends Error {}
/** The allowance, the wallet and the other applications of the organization do not cover the charge. */
export class FundsSpent extends Error {
  readonly refusal: Refusal | null

  constructor(refusal: Refusal | null) {
    super('the funds do not cover the charge')
    this.refusal = refusal
  }
}
/** What the change was to complete is completed or lost. Its result must not be disclosed. */
export class AlreadyCompleted extends Error {}

/** Commits one change. Changes of an application that end at the same time share a statement. */
export type Commit = (record: CommitRecord) => Promise<void>

type Pending = { applicationId: string; charge: Charge | null; change: Change }

const pendingOf = (record: CommitRecord): Pending => {
  const { applicationId, resultId, service, scopes, atMs, result, charge, usage, audit, events } = record
  const optional = [charge?.effect ?? null, usage, events].filter((effect) => effect !== null)
  const effects = ['living' in result ? result.living : result, audit, ...optional, ...record.contributed]
  return {
    applicationId,
    charge,
    change: { id: resultId, service, scopes, atMs, fence: record.completes, effects },
  }
}

/** Why a change that could be refused was refused. The limit is decided by the statement itself. */
type LimitReached = QuotaSpent | FundsSpent

/** Why a change did not happen: a limit, or a requirement of one of its effects. */
export type NotCommitted = LimitReached | Refusal

const spentOf = (error: unknown): LimitReached | null => {
  if (isQuotaExceeded(error)) return new QuotaSpent()
  return isFundsExceeded(error) ? new FundsSpent(null) : null
}

/** A requirement held when the call was checked, and no longer. */
const refusalOf = (code: ErrorCode | undefined): Refusal | undefined =>
  code &&
  new Refusal(code, {}, { detail: 'a requirement did not hold at the commit', outcome: 'ended_during_call' })

/**
 * Commits changes together with other writes, inside the transaction of the caller. Returns an outcome for each, in
 * order. A change beyond its quota or beyond the funds leaves nothing. One whose requirement does not hold is a Refusal.
 */
export const commitWithin = (
  client: pg.PoolClient,
  records: readonly CommitRecord[],
): Promise<(undefined | NotCommitted)[]> => commitPendingWithin(client, records.map(pendingOf))

const commitPendingWithin = async (
  client: pg.PoolClient,
  group: readonly Pending[],
): Promise<(undefined | NotCommitted)[]> => {
  if (group.length === 0) return []
  await client.query('savepoint calls')
  try {
    const { refused } = await writeGroup(client, group)
    await client.query('release savepoint calls')
    return group.map(({ change }) => refusalOf(refused.get(change.id)))
  } catch (error) {
    const spent = spentOf(error)
    if (!spent) throw error
    await client.query('rollback to savepoint calls')
    if (group.length === 1) return [spent]
    const outcomes: (undefined | NotCommitted)[] = []
    for (const one of group) outcomes.push(...(await commitPendingWithin(client, [one])))
    return outcomes
  }
}

export type CommitFunds = {
  /** Finds money when an allowance is too small. */
  cover: Cover
  /** Called after each commit that spent money. */
  onSpent(payer: Payer): void
}

const noFunds: CommitFunds = { cover: async () => new Refusal('insufficient_balance'), onSpent() {} }

export const createCommit = (pool: pg.Pool, funds: CommitFunds = noFunds): Commit => {
  const grouped = createKeyedBatcher<Pending, undefined>(
    async (_key, group) => commitGroup({ pool, funds }, group),
    statementGroups,
  )
  return async (record) => {
    const pending = pendingOf(record)
    await grouped(`${pending.applicationId} ${shapeOfChange(pending.change)}`, pending)
    const { applicationId, charge } = pending
    if (charge && charge.amount > 0) funds.onSpent({ applicationId, organizationId: charge.organizationId })
  }
}

type Committing = { pool: pg.Pool; funds: CommitFunds }

const commitGroup = async (
  committing: Committing,
  group: readonly Pending[],
): Promise<(undefined | Error)[]> => {
  const { pool } = committing
  const committed = await withMissingPartition(pool, () => commitUnlessSpent(pool, group))
  if (!(committed instanceof Error)) return outcomesOf(group, committed)
  const outcome = committed instanceof FundsSpent ? await coverAndCommit(committing, group) : committed
  if (Array.isArray(outcome)) return outcome
  if (group.length === 1) return [outcome]
  // Near a limit each change is tried alone, so that exactly as many succeed as are left.
  const outcomes: (undefined | Error)[] = []
  for (const one of group) outcomes.push(...(await commitGroup(committing, [one])))
  return outcomes
}

const outcomesOf = (group: readonly Pending[], { happened, refused }: ChangeOutcome): (undefined | Error)[] =>
  group.map(({ change: { id } }) =>
    happened.has(id) ? undefined : (refusalOf(refused.get(id)) ?? new AlreadyCompleted()),
  )

/** More attempts than other processes can spend the money that was found in between. */
const maxCovers = 50

/**
 * Finds money for the whole group, and commits it. Another process of the same application may spend the money in between.
 * Each such time a call succeeds. Returns why the group cannot be committed as a whole.
 */
const coverAndCommit = async (
  { pool, funds }: Committing,
  group: readonly Pending[],
): Promise<(undefined | Error)[] | LimitReached> => {
  const { applicationId, charge } = group[0] as Pending
  const payer = { applicationId, organizationId: charge?.organizationId ?? '' }
  const amount = group.reduce((sum, pending) => sum + (pending.charge?.amount ?? 0), 0)
  for (let attempt = 0; attempt < maxCovers; attempt++) {
    const refusal = await funds.cover({ ...payer, amount, spends: true })
    if (refusal) return new FundsSpent(refusal)
    const committed = await withMissingPartition(pool, () => commitUnlessSpent(pool, group))
    if (committed instanceof FundsSpent) continue
    if (committed instanceof QuotaSpent) return committed
    return outcomesOf(group, committed)
  }
  throw new Refusal(
    'overloaded',
    { retry_after: 1 },
    { detail: 'other calls spent the money in every attempt' },
  )
}

/** What was committed, or why a quota or the funds refuse the whole statement. */
const commitUnlessSpent = async (
  pool: pg.Pool,
  group: readonly Pending[],
): Promise<ChangeOutcome | LimitReached> => {
  // A connection of our own: the pool would close one whose statement a quota refused.
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await writeGroup(client, group)
  } catch (error) {
    const spent = spentOf(error)
    if (spent) return spent
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

const writeGroup = (client: Database, group: readonly Pending[]): Promise<ChangeOutcome> =>
  tryChanges(
    client,
    group[0]?.applicationId ?? '',
    group.map(({ change }) => change),
  )
