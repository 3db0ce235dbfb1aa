import { limits } from '@nani/contract'
import { deleteInTurns } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

const retentionMs = limits.retentionDays * 86_400_000

/** Deletes deliveries past their retention. Events and attempts are deleted with the partition of their day. */
export const forgetExpiredDeliveries = async (pool: pg.Pool, nowMs: number): Promise<void> => {
  const statement = `delete from webhook_deliveries where (application_id, event_id) in (
    select application_id, event_id from webhook_deliveries where event_day < $1 limit $2)`
  await deleteInTurns(pool, statement, [new Date(nowMs - retentionMs)])
}
