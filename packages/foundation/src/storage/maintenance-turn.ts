import pg from 'pg'

// Reading a whole partition takes longer than the statement of a call may run.
const statementTimeoutMs = 600_000
/** What waits longer for a lock makes callers wait behind it. */
const lockTimeoutMs = 200

/**
 * Runs `work` on a connection of its own, unless another process of the installation is at the same work. The lock ends
 * with the connection, and so does the work. Returns whether this process did the work.
 */
export const inMaintenanceTurn = async (
  ownerPool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<void>,
): Promise<boolean> => {
  const client = new pg.Client({
    ...ownerPool.options,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
    lock_timeout: lockTimeoutMs,
  })
  // A connection that breaks also fails the statement under way, which reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtext('nani.maintenance')) as mine",
    )
    if (!rows[0]?.mine) return false
    await work(client)
    return true
  } finally {
    await client.end()
  }
}
