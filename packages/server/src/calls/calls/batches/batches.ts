import { type Clock, idTime, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { type Database, dayOf, inTransaction, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type Application, type IdempotencyLock, timeOf } from '../../../gateway/gateway/index.ts'
import { type Currency, moneyOf, releaseFunds } from '../../../money/billing/index.ts'
import { closeWork, releaseUsage } from '../../../money/metering/index.ts'
import { eventsEffect, snapshotEvent } from '../../outbox/index.ts'
import type { CallsDependencies } from '../dependencies.ts'
import { completeRequest } from '../requests/complete-request.ts'
import type { Origin } from '../requests/origin.ts'
import { isWithinRetention, retainedSince } from '../results/results.ts'

export type BatchRow = {
  batch_id: string
  service: string
  total_items: number
  succeeded_items: number
  failed_items: number
  created_at: Date
  completed_at: Date | null
  cancelled_at: Date | null
  /** The most that the batch may cost, in millionths. Null: an earlier release accepted it. */
  quoted: number | null
  quoted_currency: Currency | null
}

/** An accepted batch; `reserved`: the usage of its items was counted at acceptance. */
export type AcceptedBatch = { applicationId: string; batchId: string; service: string; reserved: boolean }

/** The UTC day in a batch id. It names the partition of the items. */
export const batchDay = (batchId: string): string => dayOf(idTime('bat', batchId) ?? 0)

/** When a batch was accepted: its usage is counted in the day and the month of this instant. */
export const acceptedMs = (batchId: string): number => idTime('bat', batchId) ?? 0

export const itemContext = (applicationId: string, batchId: string, position: number) =>
  `item:${applicationId}:${batchId}:${position}`
export const batchContext = (applicationId: string, batchId: string) => `batch:${applicationId}:${batchId}`

/** spec/request-modes#batch-object: a cancelled batch and a batch with a failed item end as `completed_with_errors`. */
export const batchObject = (row: BatchRow) => ({
  id: row.batch_id,
  object: 'batch',
  service: row.service,
  status: statusOf(row),
  total_items: row.total_items,
  processed_items: row.succeeded_items + row.failed_items,
  succeeded_items: row.succeeded_items,
  failed_items: row.failed_items,
  created_at: rfc3339(row.created_at.getTime()),
  completed_at: row.completed_at && rfc3339(row.completed_at.getTime()),
  ...(row.cancelled_at && { cancelled_at: rfc3339(row.cancelled_at.getTime()) }),
  results_url: `/v1/batches/${row.batch_id}/results`,
  ...(row.quoted !== null && { quoted: moneyOf(row.quoted, row.quoted_currency ?? 'USD') }),
})

const statusOf = ({ completed_at, cancelled_at, failed_items }: BatchRow) => {
  if (completed_at === null) return 'pending'
  return failed_items > 0 || cancelled_at !== null ? 'completed_with_errors' : 'completed'
}

/** The batch with its counts. They are stored when it ends. While it runs, its items are counted. */
export const findBatch = async (
  database: Database,
  application: Pick<Application, 'applicationId' | 'clockAheadMs'>,
  batchId: string,
  clock: Clock,
): Promise<BatchRow> => {
  const { applicationId } = application
  if (retainedSince('bat', batchId, clock) === null) throw new Refusal('batch_not_found')
  const { rows } = await database.query<BatchRow>({
    name: 'read-batch',
    text: `select b.batch_id, b.service, b.total_items, b.created_at, b.completed_at, b.cancelled_at,
             b.quoted, b.quoted_currency,
             coalesce(b.succeeded_items, c.succeeded)::integer as succeeded_items,
             coalesce(b.failed_items, c.failed)::integer as failed_items
           from batches b left join lateral (
             select count(*) filter (where status = 'succeeded') as succeeded,
                    count(*) filter (where status = 'failed') as failed
             from batch_items i
             where b.completed_at is null and i.application_id = $1 and i.batch_id = $2 and i.day = $3
           ) c on true
           where b.application_id = $1 and b.batch_id = $2`,
    values: [applicationId, batchId, batchDay(batchId)],
  })
  const row = rows[0]
  if (!row || !isWithinRetention(row.created_at.getTime(), application, clock))
    throw new Refusal('batch_not_found')
  return row
}

type Finishing = Pick<CallsDependencies, 'clock' | 'newId' | 'requestsVault'>

/**
 * Marks a batch as ended when no item is open, with its event. Of several processes that complete the last items, one
 * does it.
 */
export const finishBatch = async (
  pool: pg.Pool,
  applicationId: string,
  batchId: string,
  dependencies: Finishing,
): Promise<void> => {
  if (await hasOpenItem(pool, applicationId, batchId)) return
  await inTransaction(pool, (client) => finishBatchWithin(client, applicationId, batchId, dependencies))
}

/** Chunks are performed in their order, so that the last items are open while others are. */
const hasOpenItem = async (pool: pg.Pool, applicationId: string, batchId: string): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: 'has-open-item',
    text: `select from batch_items
           where application_id = $1 and batch_id = $2 and day = $3 and status in ('pending', 'running')
           order by position desc limit 1`,
    values: [applicationId, batchId, batchDay(batchId)],
  })
  return rowCount !== 0
}

const finishBatchWithin = async (
  client: pg.PoolClient,
  applicationId: string,
  batchId: string,
  { clock, newId, requestsVault }: Finishing,
): Promise<void> => {
  const atMs = clock.now()
  const { rows } = await client.query<BatchRow>({
    name: 'finish-batch',
    text: `update batches b set completed_at = $4::timestamptz + (b.created_at - $5::timestamptz), succeeded_items = c.succeeded, failed_items = c.failed
           from (select count(*) filter (where status = 'succeeded') as succeeded,
                        count(*) filter (where status = 'failed') as failed,
                        count(*) filter (where status in ('pending', 'running')) as open
                 from batch_items where application_id = $1 and batch_id = $2 and day = $3) c
           where b.application_id = $1 and b.batch_id = $2 and b.completed_at is null and c.open = 0
           returning b.batch_id, b.service, b.total_items, b.succeeded_items, b.failed_items, b.created_at,
             b.completed_at, b.cancelled_at, b.quoted, b.quoted_currency`,
    // The created time of the batch is that of its application, whose test clock may be ahead.
    values: [applicationId, batchId, batchDay(batchId), new Date(atMs), new Date(acceptedMs(batchId))],
  })
  const ended = rows[0]
  if (!ended) return
  const object = batchObject(ended)
  const event = {
    ...{ eventId: newId('evt'), type: `batch.${object.status}`, applicationId, data: { object } },
    about: { kind: 'batch', id: batchId } as const,
  }
  const effects = [eventsEffect([snapshotEvent(event, requestsVault)])]
  const change = { id: batchId, service: ended.service, scopes: null, atMs, fence: null, effects }
  await writeChanges(client, applicationId, [change])
}

/**
 * Cancels the items that have not begun (spec/request-modes#cancellation). Items that run already end normally. A cancelled
 * item is stored as failed without an error.
 */
export const cancelBatch = async (
  batchId: string,
  application: Application,
  from: { origin: Origin; lock: IdempotencyLock | null },
  dependencies: Pick<
    CallsDependencies,
    'pool' | 'clock' | 'answersVault' | 'requestsVault' | 'newId' | 'wakeDeliveries'
  >,
): Promise<string> => {
  const { pool, clock, answersVault } = dependencies
  const { applicationId } = application
  if ((await findBatch(pool, application, batchId, clock)).completed_at)
    throw new Refusal('batch_not_cancellable')
  const cancelled = { ...from, applicationId, service: null, atMs: clock.now(), status: 200 }
  const body = await completeRequest(pool, answersVault, cancelled, async (client) => {
    const { rows } = await client.query<{ service: string; reserved: boolean }>({
      name: 'cancel-batch',
      text: `update batches set cancelled_at = coalesce(cancelled_at, $3)
             where application_id = $1 and batch_id = $2 and completed_at is null
             returning service, reserved`,
      values: [applicationId, batchId, new Date(timeOf(application, clock))],
    })
    const batch = rows[0]
    if (!batch) throw new Refusal('batch_not_cancellable')
    await cancelItems(client, { applicationId, batchId, ...batch })
    await finishBatchWithin(client, applicationId, batchId, dependencies)
    const row = await findBatch(client, application, batchId, clock)
    return { body: JSON.stringify(batchObject(row)), disclosedIds: [] }
  })
  dependencies.wakeDeliveries(applicationId)
  return body
}

/** Fails the items that have not begun. Their work is closed, and their usage is given back. */
const cancelItems = async (
  client: pg.PoolClient,
  { applicationId, batchId, service, reserved }: AcceptedBatch,
): Promise<void> => {
  const { rows } = await client.query<{ count: number; quoted: number }>({
    name: 'cancel-batch-items',
    text: `with failed as (
             update batch_items set status = 'failed'
             where application_id = $1 and batch_id = $2 and day = $3 and status = 'pending'
             returning quoted
           ) select count(*)::integer as count, coalesce(sum(quoted), 0)::bigint as quoted from failed`,
    values: [applicationId, batchId, batchDay(batchId)],
  })
  const count = rows[0]?.count ?? 0
  if (count === 0) return
  await closeWork(client, applicationId, 'items', count)
  if (reserved) await releaseUsage(client, { applicationId, service, count, acceptedMs: acceptedMs(batchId) })
  await releaseFunds(client, applicationId, rows[0]?.quoted ?? 0)
}
