import { type Database, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { createTestDatabase } from '../../../../../testing/database.ts'

type Client = pg.PoolClient

const readOf = async (client: Client, tables: readonly string[]): Promise<number> => {
  const { rows } = await client.query<{ read: number }>(
    `select sum(t.seq_tup_read + coalesce(t.idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables t
     left join pg_inherits i on i.inhrelid = t.relid
     where t.relname = any($1) or i.inhparent::regclass::text = any($1)`,
    [tables],
  )
  return rows[0]?.read ?? 0
}

/**
 * How many rows of these tables a statement reads, with the plan that a connection keeps. The tables should have many rows
 * of one application, and no statistics: PostgreSQL then expects few.
 */
const rowsReadBy = (
  pool: pg.Pool,
  tables: readonly string[],
  statement: (client: Client) => Promise<unknown>,
): Promise<number> =>
  inTransaction(pool, async (client) => {
    await client.query('set local plan_cache_mode = force_generic_plan')
    // The counters of a connection still have what it read a moment ago.
    const before = await readOf(client, tables)
    await statement(client)
    return (await readOf(client, tables)) - before
  })

const undo = Symbol()

/**
 * How many rows a statement reads when its tables have grown since PostgreSQL planned it. It is planned with the
 * statistics of the rows that exist now. Leaves nothing.
 *
 * @param grow writes many more rows
 */
const rowsReadAfterGrowth = async (
  pool: pg.Pool,
  tables: readonly string[],
  statement: (client: Client) => Promise<unknown>,
  grow: (client: Client) => Promise<unknown>,
): Promise<number> => {
  let read = 0
  const measure = inTransaction(pool, async (client) => {
    await client.query(`analyze ${tables.join(', ')}`)
    await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query('savepoint planned')
    await statement(client)
    // The statement runs again on the same rows, with the plan of the first time.
    await client.query('rollback to savepoint planned')
    await grow(client)
    const before = await readOf(client, tables)
    await statement(client)
    read = (await readOf(client, tables)) - before
    throw undo
  })
  await measure.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return read
}

/** Writes the rows with these numbers, of one busy application. */
type Fill = (client: Database, from: number, to: number) => Promise<unknown>

type RowsRead = (statement: (client: Client) => Promise<unknown>) => Promise<number>

export type FilledTables = {
  /** Of many rows without statistics. */
  ofManyRows: RowsRead
  /** Of many rows, with a plan for few of them. */
  afterGrowth: RowsRead
  drop(): Promise<void>
}

const fewRows = 200

/** Counts the rows that a statement reads of these tables, which `fill` writes. */
export const openFilledTables = async (
  tables: readonly string[],
  fill: Fill,
  manyRows = 2_000,
): Promise<FilledTables> => {
  const [many, few] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await fill(many.pool, 1, manyRows)
  await fill(few.pool, 1, fewRows)
  const grow = (client: Client) => fill(client, fewRows + 1, manyRows)
  return {
    ofManyRows: (statement) => rowsReadBy(many.pool, tables, statement),
    afterGrowth: (statement) => rowsReadAfterGrowth(few.pool, tables, statement, grow),
    drop: async () => void (await Promise.all([many.drop(), few.drop()])),
  }
}
