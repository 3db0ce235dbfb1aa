import { inTransaction } from '@nani/foundation/storage/index.ts'
import type { Pool, PoolClient } from 'pg'

// A unique number among the advisory locks of Nani: "regi" in ASCII.
const registerLock = 0x72656769

/**
 * `lazy`: the commit does not wait for the disk. For a step of a long write whose last step does wait: a crash
 * loses the latest steps whole, progress record included, and the write goes on from before them.
 */
export type Durability = 'durable' | 'lazy'

// The first number of the lock of the acts of one organization in a cell: "acts" in ASCII.
const actsLock = 0x61637473

/**
 * Waits, in a transaction of a cell, until no act of the organization is under way there, and lets none begin. Without an organization: no
 * act of any.
 */
export const holdActs = async (client: Pick<PoolClient, 'query'>, organizationId?: string): Promise<void> => {
  if (organizationId === undefined) await client.query('select pg_advisory_xact_lock($1)', [registerLock])
  else
    await client.query('select pg_advisory_xact_lock_shared($1), pg_advisory_xact_lock($2, hashtext($3))', [
      ...[registerLock, actsLock],
      organizationId,
    ])
}

/**
 * One transaction that writes the register. Writers take turns. A document number that a writer found free is
 * therefore still free when it is written. Readers never wait.
 */
export const inRegisterTransaction = <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  durability: Durability = 'durable',
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    const lazily = durability === 'lazy' ? `, set_config('synchronous_commit', 'off', true)` : ''
    await client.query(`select pg_advisory_xact_lock($1)${lazily}`, [registerLock])
    return work(client)
  })
