import type { Pool, PoolClient } from 'pg'

/** Counts a transaction that changed citizens or businesses. Its writers take turns: nobody waits for it longer. */
export const countRegisterChange = async (client: PoolClient): Promise<void> => {
  await client.query('UPDATE register_revision SET revision = revision + 1')
}

/** Moves on with every change of a citizen or a business. */
export const readRegisterRevision = async (pool: Pick<Pool, 'query'>): Promise<number> => {
  const { rows } = await pool.query<{ revision: number }>({
    name: 'register_revision',
    text: 'SELECT revision FROM register_revision',
  })
  return rows[0]?.revision ?? 0
}
