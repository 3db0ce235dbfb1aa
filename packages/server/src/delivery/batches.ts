import type pg from 'pg'
import { type Clock, idTime, Refusal, rfc3339 } from '../core/index.ts'
import type { Application, Claim } from '../gateway/index.ts'
import { outboxExpressions } from '../ledger/index.ts'
import { dayOf } from '../storage/index.ts'
import { type AsynchronousDependencies, sealJson } from './asynchronous.ts'
import { spendBatchQuota } from './batch-quota.ts'
import type { BatchItem } from './batch-request.ts'
import type { Origin } from './perform.ts'
import { retainedSince } from './results.ts'
import type { Service } from './service.ts'
import { settledTransaction } from './settled.ts'

/** Items of one queue task: small enough that a crash repeats little, large enough that the queue stays short. */
export const chunkItems = 250

export type BatchRow = {
  batch_id: string
  service: string
  total_items: number
  succeeded_items: number
  failed_items: number
  created_at: Date
  completed_at: Date | null
  cancelled_at: Date | null
}

/** The UTC day in a batch id: its items live in that partition. */
export const batchDay = (batchId: string): string => dayOf(idTime('bat', batchId) ?? 0)

export const itemContext = (applicationId: string, batchId: string, position: number) =>
  `item:${applicationId}:${batchId}:${position}`
export const batchContext = (applicationId: string, batchId: string) => `batch:${applicationId}:${batchId}`

/** Spec 1 § Batch object; a batch with a failed item, or cancelled, ends as `completed_with_errors` (decisions §5). */
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
})

const statusOf = ({ completed_at, cancelled_at, failed_items }: BatchRow) => {
  if (completed_at === null) return 'pending'
  return failed_items > 0 || cancelled_at !== null ? 'completed_with_errors' : 'completed'
}

/** Accepts an asynchronous batch: rows of all items, tasks and the stored answer are one transaction. */
export const createBatch = async (
  service: Service,
  items: readonly BatchItem[],
  application: Application,
  origin: Origin,
  claim: Claim | null,
  dependencies: AsynchronousDependencies,
): Promise<string> => {
  const { pool, queue, requestsVault, answersVault, clock, newId } = dependencies
  const { applicationId } = application
  const batchId = newId('bat')
  const row: BatchRow = {
    batch_id: batchId,
    service: service.name,
    total_items: items.length,
    succeeded_items: 0,
    failed_items: 0,
    created_at: new Date(clock.now()),
    completed_at: null,
    cancelled_at: null,
  }
  const body = await settledTransaction(pool, answersVault, claim, 202, async (client) => {
    await spendBatchQuota(client, application, items.length, clock)
    await client.query({
      name: 'create-batch',
      text: `insert into batches (application_id, batch_id, service, total_items, created_at, sealed_context)
             values ($1, $2, $3, $4, $5, $6)`,
      values: [
        applicationId,
        batchId,
        service.name,
        items.length,
        row.created_at,
        sealJson(requestsVault, origin, batchContext(applicationId, batchId)),
      ],
    })
    await insertItems(client, applicationId, batchId, items, dependencies)
    const tasks = []
    for (let from = 0; from < items.length; from += chunkItems) {
      tasks.push({ applicationId, batchId, from, to: Math.min(from + chunkItems, items.length) })
    }
    await queue.enqueue('chunks', tasks, client)
    return JSON.stringify(batchObject(row))
  })
  queue.wake('chunks')
  return body
}

const rowsPerInsert = 1_000

const insertItems = async (
  client: pg.PoolClient,
  applicationId: string,
  batchId: string,
  items: readonly BatchItem[],
  { requestsVault }: AsynchronousDependencies,
) => {
  for (let from = 0; from < items.length; from += rowsPerInsert) {
    const part = items.slice(from, from + rowsPerInsert)
    const sealed = part.map((item, index) =>
      sealJson(requestsVault, item.request, itemContext(applicationId, batchId, from + index)),
    )
    await client.query({
      name: 'insert-batch-items',
      text: `insert into batch_items (application_id, day, batch_id, position, status, sealed_request)
             select $1, $2, $3, $4 + ord - 1, 'pending', decode(sealed, 'base64')
             from unnest($5::text[]) with ordinality as i(sealed, ord)`,
      values: [
        applicationId,
        batchDay(batchId),
        batchId,
        from,
        sealed.map((bytes) => bytes.toString('base64')),
      ],
    })
  }
}

/** The batch with its counts: stored once it has ended, counted from its items while it runs. */
export const findBatch = async (
  database: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
  batchId: string,
  clock: Clock,
): Promise<BatchRow> => {
  if (retainedSince('bat', batchId, clock) === null) throw new Refusal('batch_not_found')
  const { rows } = await database.query<BatchRow>({
    name: 'read-batch',
    text: `select b.batch_id, b.service, b.total_items, b.created_at, b.completed_at, b.cancelled_at,
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
  if (!row) throw new Refusal('batch_not_found')
  return row
}

/** Marks a batch as ended once no item is open; whoever settles the last item does it, and only once. */
export const finishBatch = async (
  database: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
  batchId: string,
  { clock, newId }: Pick<AsynchronousDependencies, 'clock' | 'newId'>,
): Promise<void> => {
  const eventId = newId('evt')
  await database.query({
    name: 'finish-batch',
    text: `with ended as (
             update batches b set completed_at = $4, succeeded_items = c.succeeded, failed_items = c.failed
             from (select count(*) filter (where status = 'succeeded') as succeeded,
                          count(*) filter (where status = 'failed') as failed,
                          count(*) filter (where status in ('pending', 'running')) as open
                   from batch_items where application_id = $1 and batch_id = $2 and day = $3) c
             where b.application_id = $1 and b.batch_id = $2 and b.completed_at is null and c.open = 0
             returning b.batch_id, b.failed_items > 0 or b.cancelled_at is not null as with_errors
           ), outgoing as (
             select $5::text as event_id, $6::date as event_day, $4::timestamptz as at,
               'batch' as object_kind, batch_id as object_id, null::text as sealed_data,
               case when with_errors then 'batch.completed_with_errors' else 'batch.completed' end as type
             from ended
           )${outboxExpressions}
           select 1 from ended`,
    values: [
      applicationId,
      batchId,
      batchDay(batchId),
      new Date(clock.now()),
      eventId,
      dayOf(idTime('evt', eventId) ?? clock.now()),
    ],
  })
}

/**
 * Cancels what has not begun (spec 1 § States). A cancelled item carries no error of its own: that it failed
 * without one says it. Items already running finish normally (decisions §5).
 */
export const cancelBatch = async (
  batchId: string,
  application: Application,
  claim: Claim | null,
  dependencies: Pick<
    AsynchronousDependencies,
    'pool' | 'clock' | 'answersVault' | 'newId' | 'wakeDeliveries'
  >,
): Promise<string> => {
  const { pool, clock, answersVault } = dependencies
  const { applicationId } = application
  if ((await findBatch(pool, applicationId, batchId, clock)).completed_at)
    throw new Refusal('batch_not_cancellable')
  const body = await settledTransaction(pool, answersVault, claim, 200, async (client) => {
    const { rowCount } = await client.query({
      name: 'cancel-batch',
      text: `update batches set cancelled_at = coalesce(cancelled_at, $3)
             where application_id = $1 and batch_id = $2 and completed_at is null`,
      values: [applicationId, batchId, new Date(clock.now())],
    })
    if (rowCount === 0) throw new Refusal('batch_not_cancellable')
    await client.query({
      name: 'cancel-batch-items',
      text: `update batch_items set status = 'failed'
             where application_id = $1 and batch_id = $2 and day = $3 and status = 'pending'`,
      values: [applicationId, batchId, batchDay(batchId)],
    })
    await finishBatch(client, applicationId, batchId, dependencies)
    const row = await findBatch(client, applicationId, batchId, clock)
    return JSON.stringify(batchObject(row))
  })
  dependencies.wakeDeliveries(applicationId)
  return body
}

/** An opaque position in the results of one batch. */
export const encodeCursor = (position: number): string => Buffer.from(`p${position}`).toString('base64url')

export const decodeCursor = (cursor: string): number => {
  const position = /^p(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  if (position === undefined) throw new Refusal('invalid_request', { field: 'cursor' })
  return Number(position)
}
