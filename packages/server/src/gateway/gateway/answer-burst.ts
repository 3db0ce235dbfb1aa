import type { Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'

const unitBytes = 1024 * 1024

/** Counts the size of an answer that was read against the burst guard: each full MiB counts like a call. */
export type CountAnswer = (applicationId: string, bytes: number) => Promise<void>

export const createCountAnswer =
  (pool: pg.Pool, clock: Clock): CountAnswer =>
  async (applicationId, bytes) => {
    const units = Math.floor(bytes / unitBytes)
    if (units === 0) return
    await pool.query({
      name: 'count-answer',
      text: `insert into bursts as b (application_id, second, used) values ($1, $2, $3)
             on conflict (application_id) do update set
               used = case when b.second >= excluded.second then b.used else 0 end + excluded.used,
               second = greatest(b.second, excluded.second)`,
      values: [applicationId, Math.floor(clock.now() / 1000), units],
    })
  }
