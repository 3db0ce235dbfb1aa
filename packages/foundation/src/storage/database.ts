import pg from 'pg'
import { createPartitionsThrough, withMissingPartition } from './missing-partition.ts'

/** The access to PostgreSQL: one pool with a maximum of connections. */
export type Database = { pool: pg.Pool; close(): Promise<void> }

/** One login serves calls, the other owns the schema. They are equal where only one login was given. */
export type DatabaseUrls = { app: string; owner: string }

export type DatabaseOptions = {
  maxConnections: number
  /** Past this a statement is cancelled by the server, so that no call waits for ever. */
  statementTimeoutMs: number
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

/**
 * A login may change the settings of its own role, and a stolen one could so make commits that wait for no disk, or
 * lead names elsewhere. What a connection asks for at its start wins over the settings of its role.
 *
 * A connection keeps the plan of a prepared statement, also when its table grows. With the default of 4 for
 * `random_page_cost`, PostgreSQL plans to read a table of a few pages completely.
 */
const pinnedSettings = {
  search_path: 'public',
  synchronous_commit: 'on',
  default_transaction_isolation: 'read\\ committed',
  default_transaction_read_only: 'off',
  TimeZone: 'UTC',
  random_page_cost: '1.1',
}

/** Settings in the form of PostgreSQL's `options`. Those of the URL come last, so that an operator decides. */
const startOptions = (
  connectionString: string,
  role: string | undefined,
): { url: string; options: string } => {
  const url = new URL(connectionString)
  const ofOperator = url.searchParams.get('options')
  const settings = Object.entries({ ...pinnedSettings, ...(role && { role }) })
  const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')
  if (ofOperator === null) return { url: connectionString, options }
  url.searchParams.delete('options')
  return { url: url.href, options: `${options} ${ofOperator}` }
}

export const openPool = (connectionString: string, options: DatabaseOptions): pg.Pool => {
  const start = startOptions(connectionString, options.role)
  const pool = new pg.Pool({
    connectionString: start.url,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.statementTimeoutMs,
    // The server's own bound says nothing when the server hangs or is cut off.
    query_timeout: options.statementTimeoutMs + 1_000,
    application_name: 'nani',
    options: start.options,
    keepAlive: true,
    types: typeParsers,
  })
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
