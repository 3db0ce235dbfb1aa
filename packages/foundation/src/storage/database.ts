import pg from 'pg'
import { connectorOf } from './connection/nani-client.ts'
import { startOptions } from './connection/pinned-settings.ts'
import { createPartitionsThrough, withMissingPartition } from './missing-partition.ts'

/** The access to PostgreSQL: one pool with a maximum of connections. */
export type Database = { pool: pg.Pool; close(): Promise<void> }

/** One login serves calls, the other owns the schema. They are equal where only one login was given. */
export type DatabaseUrls = { app: string; owner: string }

export type DatabaseOptions = {
  maxConnections: number
  /** Past this a statement is cancelled by the server, so that no call waits for ever. */
  statementTimeoutMs: number
  /** Past this a connection counts as failed. */
  connectionTimeoutMs?: number
  onError(error: Error): void
  /** Creates a partition that a statement misses. Without it the pool creates it itself. */
  ownerPool?: pg.Pool
  /** A role that every connection takes. Without it, a connection has the rights of its login. */
  role?: string | undefined
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
  const connector = connectorOf(connectionString)
  const start = startOptions(connector.connectionString, options.role)
  const pool = new pg.Pool({
    connectionString: start.url,
    Client: connector.Client as new () => pg.ClientBase,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
    ...boundsOf(options),
    application_name: 'nani',
    options: start.options,
    keepAlive: true,
    types: typeParsers,
  })
  return prepared(pool, options)
}

type Bounds = Pick<DatabaseOptions, 'maxConnections' | 'statementTimeoutMs' | 'onError'>

/** Another pool of the same login, for statements that may take another time. The caller ends it. */
export const poolLike = (pool: pg.Pool, options: Bounds): pg.Pool =>
  prepared(new pg.Pool({ ...pool.options, ...boundsOf(options) }), options)

const boundsOf = ({ maxConnections, statementTimeoutMs }: Bounds) => ({
  max: maxConnections,
  statement_timeout: statementTimeoutMs,
  // The server's own bound says nothing when the server hangs or is cut off.
  query_timeout: statementTimeoutMs + 1_000,
})

const prepared = (pool: pg.Pool, options: Bounds & Pick<DatabaseOptions, 'ownerPool'>): pg.Pool => {
  // An idle connection that breaks (a restarted database) is replaced by the pool; it must not end the process.
  pool.on('error', options.onError)
  // The pool listens to idle connections only. A connection that breaks during its use is reported here.
  pool.on('connect', (client) => client.on('error', options.onError))
  if (options.ownerPool) createPartitionsThrough(pool, options.ownerPool)
  repeatAfterMissingPartition(pool)
  return pool
}

/** A statement of the pool is a transaction of its own, so that it may run again after a partition is created. */
const repeatAfterMissingPartition = (pool: pg.Pool): void => {
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>
  const repeating = (...parameters: unknown[]) =>
    // With a callback the driver returns no promise: such a statement runs once.
    typeof parameters.at(-1) === 'function'
      ? query(...parameters)
      : withMissingPartition(pool, () => query(...parameters))
  pool.query = repeating as typeof pool.query
}

/**
 * Runs `work` in one transaction: all of it, or nothing. When a partition is missing, the transaction is rolled back
 * and `work` runs once more after the partition is created.
 */
export const inTransaction = <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> => withMissingPartition(pool, () => transactionOnce(pool, work))

const transactionOnce = async <Result>(
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
