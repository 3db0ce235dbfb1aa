import { limits } from '@nani/contract'
import type pg from 'pg'
import type { Vault } from '../storage/index.ts'
import type { Claim } from './call.ts'
import { answerContext } from './replay.ts'

/** Gives an idempotency key back after a refusal. A claim whose process died lapses by itself. */
export const createReleaseClaim =
  (pool: pg.Pool, log: (message: string, error: unknown) => void) =>
  async (claim: Claim): Promise<void> => {
    try {
      await pool.query({
        name: 'release-claim',
        text: 'delete from idempotency_keys where application_id = $1 and key = $2 and claim = $3 and http_status is null',
        values: [claim.applicationId, claim.key, claim.claim],
      })
    } catch (error) {
      // The refusal itself must still reach the caller; the claim lapses with its lease.
      log('an idempotency claim could not be released', error)
    }
  }

/** The answer as it is stored for replay. */
export const sealAnswer = (vault: Vault, claim: Claim, body: string): Buffer =>
  vault.seal(Buffer.from(body, 'utf8'), answerContext(claim.applicationId, claim.key))

/**
 * Stores the answer of a claimed call inside the transaction that made it true. Throws when the claim was
 * lost to a lapse: another request is performing the call, and this transaction must not.
 */
export const settleClaim = async (
  client: pg.PoolClient,
  vault: Vault,
  claim: Claim,
  answer: { status: number; body: string },
): Promise<void> => {
  const { rowCount } = await client.query({
    name: 'settle-claim',
    text: `update idempotency_keys set http_status = $4, sealed_answer = $5
           where application_id = $1 and key = $2 and claim = $3 and http_status is null`,
    values: [claim.applicationId, claim.key, claim.claim, answer.status, sealAnswer(vault, claim, answer.body)],
  })
  if (rowCount !== 1) throw new Error('the idempotency claim lapsed while its call was running')
}

/** Forgets keys past their window, a bounded number at a time; returns how many went. */
export const forgetExpiredKeys = async (pool: pg.Pool, nowMs: number): Promise<number> => {
  const { rowCount } = await pool.query(
    `delete from idempotency_keys where (application_id, key) in (
       select application_id, key from idempotency_keys where expires_at <= $1 limit 10000)`,
    [new Date(nowMs)],
  )
  return rowCount ?? 0
}

export const idempotencyWindowMs = limits.idempotencyWindowSeconds * 1000
