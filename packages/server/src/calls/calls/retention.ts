import { limits } from '@nani/contract'
import { deleteInTurns } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

const retentionMs = limits.retentionDays * 86_400_000

/** Deletes jobs and batches past their retention. What belongs to them is deleted with the partition of its day. */
export const forgetExpiredWork = async (pool: pg.Pool, nowMs: number): Promise<void> => {
  const before = new Date(nowMs - retentionMs)
  for (const [table, key, column] of [
    ['jobs', 'job_id', 'created_at'],
    ['batches', 'batch_id', 'created_at'],
  ]) {
    const statement = `delete from ${table} where (application_id, ${key}) in (
      select application_id, ${key} from ${table} where ${column} < $1 limit $2)`
    await deleteInTurns(pool, statement, [before])
  }
}
