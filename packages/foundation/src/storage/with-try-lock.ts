import type pg from 'pg'

/**
 * Does the work unless another process of the database does it already. The lock ends with its connection, so that a
 * process that dies leaves no lock.
 */
export const withTryLock = async (pool: pg.Pool, what: string, work: () => Promise<void>): Promise<void> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as mine',
      [what],
    )
    if (!rows[0]?.mine) return
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [what]).catch((error: Error) => {
        broken = error
      })
    }
  } finally {
    client.release(broken)
  }
}
