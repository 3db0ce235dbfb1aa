import { type Clock, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Application } from '../../../gateway/gateway/index.ts'
import { countWithinDay, periodEndMs } from '../../../money/metering/index.ts'

/**
 * The daily batch quota counts the items of every batch, synchronous or not. A statement that would exceed it changes
 * nothing (spec/limits#rates-and-quotas, spec/errors#codes-of-limits-and-billing).
 */
export const spendBatchQuota = async (
  client: pg.PoolClient,
  { applicationId, batchItemsPerDay }: Application,
  items: number,
  clock: Clock,
): Promise<void> => {
  if (batchItemsPerDay === null) return
  const nowMs = clock.now()
  const counter = { applicationId, service: 'batch_items', day: dayOf(nowMs) }
  if (!(await countWithinDay(client, counter, items, batchItemsPerDay))) {
    throw new Refusal('batch_quota_exceeded', {
      items_limit: batchItemsPerDay,
      reset_at: rfc3339(periodEndMs('day', nowMs)),
    })
  }
}
