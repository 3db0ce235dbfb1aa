import type pg from 'pg'
import { type Clock, Refusal, rfc3339 } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { periodEndMs } from '../ledger/index.ts'
import { dayOf } from '../storage/index.ts'

/**
 * The daily batch quota counts the items of every batch, synchronous or not; the statement that would pass it
 * changes nothing (spec 1 § Limits, spec 2 § Codes).
 */
export const spendBatchQuota = async (
  client: pg.PoolClient,
  { applicationId, batchItemsPerDay }: Application,
  items: number,
  clock: Clock,
): Promise<void> => {
  if (batchItemsPerDay === null) return
  const nowMs = clock.now()
  const { rowCount } = await client.query({
    name: 'spend-batch-quota',
    text: `insert into usage_counters as u (application_id, service, period, period_start, used)
           select $1, 'batch_items', 'day', $2, $3::bigint where $3::bigint <= $4::bigint
           on conflict (application_id, service, period, period_start)
           do update set used = u.used + excluded.used where u.used + excluded.used <= $4::bigint`,
    values: [applicationId, dayOf(nowMs), items, batchItemsPerDay],
  })
  if (rowCount === 0) {
    throw new Refusal('batch_quota_exceeded', {
      items_limit: batchItemsPerDay,
      reset_at: rfc3339(periodEndMs('day', nowMs)),
    })
  }
}
