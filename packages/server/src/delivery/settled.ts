import type pg from 'pg'
import { type Claim, settleClaim } from '../gateway/index.ts'
import { inTransaction, type Vault } from '../storage/index.ts'

/**
 * Does work and stores its answer for replay in one transaction: a retry with the same Idempotency-Key
 * either finds the answer, or finds nothing done.
 */
export const settledTransaction = (
  pool: pg.Pool,
  vault: Vault,
  claim: Claim | null,
  status: number,
  work: (client: pg.PoolClient) => Promise<string>,
): Promise<string> =>
  inTransaction(pool, async (client) => {
    const body = await work(client)
    if (claim) await settleClaim(client, vault, claim, { status, body })
    return body
  })
