import type pg from 'pg'
import { inTransaction } from './database.ts'

/** Rows of this many numbers need some 140 kB of new disk space. */
const roomRows = 4_000

/**
 * Proves that the database accepts writes: a row that is flushed with the commit, and new disk space. An update alone
 * fits into pages that are already allocated, so that it still succeeds on a full disk. The rows of the temporary table
 * are gone with the commit, and neither vacuum nor a dump sees them.
 */
export const checkWrites = (pool: pg.Pool, processId: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(
      'create temp table if not exists readiness_room (filling integer) on commit delete rows',
    )
    await client.query(`insert into pg_temp.readiness_room select generate_series(1, ${roomRows})`)
    await client.query(
      `with gone as (delete from readiness_checks where checked_at < now() - interval '1 day')
       insert into readiness_checks (process_id, checked_at) values ($1, now())
       on conflict (process_id) do update set checked_at = excluded.checked_at`,
      [processId],
    )
  })
