import { limits } from '@nani/contract'
import type pg from 'pg'

const retentionMs = limits.retentionDays * 86_400_000
const rowsAtOnce = 5_000

/** Jobs, batches and deliveries past their retention; what belongs to them goes with its day's partition. */
export const forgetExpiredWork = async (pool: pg.Pool, nowMs: number): Promise<void> => {
  const before = new Date(nowMs - retentionMs)
  for (const [table, key, column] of [
    ['jobs', 'job_id', 'created_at'],
    ['batches', 'batch_id', 'created_at'],
    ['webhook_deliveries', 'event_id', 'event_day'],
  ]) {
    // A bounded number in each statement, and as many statements as it takes.
    const statement = `delete from ${table} where (application_id, ${key}) in (
      select application_id, ${key} from ${table} where ${column} < $1 limit ${rowsAtOnce})`
    while (((await pool.query(statement, [before])).rowCount ?? 0) === rowsAtOnce);
  }
}
