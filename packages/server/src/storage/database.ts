import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.generated.ts'

/** The one door to PostgreSQL: a bounded pool, and Kysely over the same pool for what is not hot. */
export type Database = { pool: pg.Pool; close(): Promise<void> }

export type DatabaseOptions = {
  maxConnections: number
  /** Past this a statement is cancelled by the server, so that no call waits for ever. */
  statementTimeoutMs: number
  onError(error: Error): void
}

const dateOid = 1082
const bigintOid = 20

// A `date` is a calendar day, not an instant: it stays the text that it is. Counters fit a double.
const parsers = new Map<number, (text: string) => unknown>([
  [dateOid, (text) => text],
  [bigintOid, Number],
])

const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export const openPool = (connectionString: string, options: DatabaseOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.statementTimeoutMs,
    // The server's own bound says nothing when the server hangs or is cut off.
    query_timeout: options.statementTimeoutMs + 1_000,
    application_name: 'nani',
    keepAlive: true,
    types: typeParsers,
  })
  // An idle connection that breaks (a restarted database) is replaced by the pool; it must not end the process.
  pool.on('error', options.onError)
  // The pool listens to idle connections only: one that breaks while it is checked out tells nobody else.
  pool.on('connect', (client) => client.on('error', options.onError))
  return pool
}

/** A query builder, typed by the live schema, for statements that are not on the hot path. */
export const queryBuilder = (pool: pg.Pool): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

/** Runs `work` in one transaction: all of it, or nothing. */
export const inTransaction = async <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    client.release(broken)
  }
}
