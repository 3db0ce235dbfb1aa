import { limits } from '@nani/contract'
import type pg from 'pg'

const retentionMs = limits.retentionDays * 86_400_000
const rowsPerDelete = 5_000

/** Deletes jobs and batches past their retention. What belongs to them is deleted with the partition of its day. */
export const forgetExpiredWork = async (pool: pg.Pool, nowMs: number): Promise<void> => {
  const before = new Date(nowMs - retentionMs)
  for (const [table, key, column] of [
    ['jobs', 'job_id', 'created_at'],
    ['batches', 'batch_id', 'created_at'],
  ]) {
    // Each statement deletes a limited number of rows.
    const statement = `delete from ${table} where (application_id, ${key}) in (
      select application_id, ${key} from ${table} where ${column} < $1 limit ${rowsPerDelete})`
    while (((await pool.query(statement, [before])).rowCount ?? 0) === rowsPerDelete);
  }
}
