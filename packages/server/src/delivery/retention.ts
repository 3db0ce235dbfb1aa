import { limits } from '@nani/contract'
import type pg from 'pg'

const retentionMs = limits.retentionDays * 86_400_000
const rowsAtOnce = 5_000

/** Jobs and batches past their retention; their items and results go with their day's partition. */
export const forgetExpiredWork = async (pool: pg.Pool, nowMs: number): Promise<void> => {
  const before = new Date(nowMs - retentionMs)
  for (const [table, key] of [
    ['jobs', 'job_id'],
    ['batches', 'batch_id'],
  ]) {
    // A bounded number in each statement, and as many statements as it takes.
    const statement = `delete from ${table} where (application_id, ${key}) in (
      select application_id, ${key} from ${table} where created_at < $1 limit ${rowsAtOnce})`
    while (((await pool.query(statement, [before])).rowCount ?? 0) === rowsAtOnce);
  }
}
