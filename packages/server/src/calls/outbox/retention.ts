import { limits } from '@nani/contract'
import type pg from 'pg'

const retentionMs = limits.retentionDays * 86_400_000
const maxRows = 5_000

/** Deletes deliveries past their retention. Events and attempts are deleted with the partition of their day. */
export const forgetExpiredDeliveries = async (pool: pg.Pool, nowMs: number): Promise<void> => {
  const values = [new Date(nowMs - retentionMs), maxRows]
  const statement = `delete from webhook_deliveries where (application_id, event_id) in (
    select application_id, event_id from webhook_deliveries where event_day < $1 limit $2)`
  // A limited number in each statement, and as many statements as necessary.
  while (((await pool.query(statement, values)).rowCount ?? 0) === maxRows);
}
