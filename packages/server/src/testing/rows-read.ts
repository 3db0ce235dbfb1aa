import type pg from 'pg'
import { inTransaction } from '../storage/index.ts'

/**
 * How many rows of these tables a statement reads, with the plan that a connection keeps. The tables should have many rows
 * of one application, and no statistics: PostgreSQL then expects few.
 */
export const rowsReadBy = (
  pool: pg.Pool,
  tables: readonly string[],
  statement: (client: pg.PoolClient) => Promise<unknown>,
): Promise<number> =>
  inTransaction(pool, async (client) => {
    await client.query('set local plan_cache_mode = force_generic_plan')
    await statement(client)
    const { rows } = await client.query<{ read: number }>(
      `select sum(t.seq_tup_read + coalesce(t.idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables t
       left join pg_inherits i on i.inhrelid = t.relid
       where t.relname = any($1) or i.inhparent::regclass::text = any($1)`,
      [tables],
    )
    return rows[0]?.read ?? 0
  })
