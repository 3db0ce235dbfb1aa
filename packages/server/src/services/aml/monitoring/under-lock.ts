import type pg from 'pg'

const lockKey = `hashtext('nani.monitoring')`

/** Works when no other process of the database does. The lock ends with its connection: who dies leaves none behind. */
export const underLock = async (pool: pg.Pool, work: () => Promise<void>): Promise<void> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lockKey}) as mine`)
    if (!rows[0]?.mine) return
    try {
      await work()
    } finally {
      await client.query(`select pg_advisory_unlock(${lockKey})`).catch((error: Error) => {
        broken = error
      })
    }
  } finally {
    client.release(broken)
  }
}
