import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../storage/database.ts'

// Any number that no other advisory lock of ours uses: "regi" in ASCII.
const registerLock = 0x72656769

/**
 * One transaction that writes the register. Writers take turns, so that a document number checked free
 * by one is still free when it is written; readers wait for nobody.
 */
export const inRegisterTransaction = <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [registerLock])
    return work(client)
  })
