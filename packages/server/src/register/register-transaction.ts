import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../storage/index.ts'

// Any number that no other advisory lock of ours uses: "regi" in ASCII.
const registerLock = 0x72656769

/**
 * `lazy`: the commit does not wait for the disk. For a step of a long write whose last step does wait: a crash
 * loses the latest steps whole, progress record included, and the write goes on from before them.
 */
export type Durability = 'durable' | 'lazy'

/**
 * One transaction that writes the register. Writers take turns, so that a document number checked free
 * by one is still free when it is written; readers wait for nobody.
 */
export const inRegisterTransaction = <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  durability: Durability = 'durable',
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    const lazily = durability === 'lazy' ? `, set_config('synchronous_commit', 'off', true)` : ''
    await client.query(`SELECT pg_advisory_xact_lock($1)${lazily}`, [registerLock])
    return work(client)
  })
