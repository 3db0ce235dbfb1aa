import type { ServiceName } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type Application, quotaExceeded } from '../../../gateway/gateway/index.ts'
import { type OpenKind, openWork, readOpenWork, reserveUsage } from '../../../money/metering/index.ts'
import type { CallsDependencies } from '../dependencies.ts'

/** Work that a caller asks us to accept: so many items of a batch, or one job. */
export type OfferedWork = { kind: OpenKind; service: ServiceName; count: number; acceptedMs: number }

export type AcceptedWork = {
  /** How many pieces of work have their usage reserved. Fewer than offered if the quota is not sufficient. */
  granted: number
  /** The open work of this kind before. It decides the place in the queue. */
  openBefore: number
}

const retryAfterSeconds = 5

/**
 * Accepts work within the maximum of open work and within the quota of its service, in the transaction that stores the
 * work. Usage is counted here, in the period of the acceptance, and released if the work fails. The rows that are locked
 * belong to the application. They are always locked in one order: open work, then usage by day and month.
 */
export const acceptWork = async (
  client: pg.PoolClient,
  application: Application,
  work: OfferedWork,
  { maxOpenItems, consolePages }: Pick<CallsDependencies, 'maxOpenItems' | 'consolePages'>,
): Promise<AcceptedWork> => {
  const { applicationId } = application
  const openBefore = await openWork(client, applicationId, work, maxOpenItems)
  if (openBefore === null) throw new Refusal('rate_limited', { retry_after: retryAfterSeconds })
  const quota = application.quotas.get(work.service) ?? null
  const { granted, usedBefore } = await reserveUsage(client, { ...work, applicationId }, quota)
  if (granted === 0 && work.count > 0)
    throw quotaExceeded(
      { application, service: work.service, used: usedBefore, nowMs: work.acceptedMs },
      consolePages,
    )
  return { openBefore, granted }
}

/** Refuses work that already exceeds the maximum, before any effort is made for it. `acceptWork` decides. */
export const checkOpenWork = async (
  database: Database,
  { applicationId }: Application,
  count: number,
  maxOpenItems: number,
): Promise<void> => {
  if ((await readOpenWork(database, applicationId)) + count > maxOpenItems)
    throw new Refusal('rate_limited', { retry_after: retryAfterSeconds })
}
