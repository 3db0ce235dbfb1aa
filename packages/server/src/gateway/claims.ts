import type pg from 'pg'
import { Refusal } from '../core/index.ts'
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
 * Stores the answer of a claimed call inside the transaction that made it true. Refuses when the claim was
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
    values: [
      claim.applicationId,
      claim.key,
      claim.claim,
      answer.status,
      sealAnswer(vault, claim, answer.body),
    ],
  })
  if (rowCount !== 1) throw new Refusal('idempotency_in_progress', { retry_after: 1 }, 'the claim lapsed')
}

const keysAtOnce = 10_000

/** Forgets keys past their window, a bounded number in each statement; returns how many went. */
export const forgetExpiredKeys = async (pool: pg.Pool, nowMs: number): Promise<number> => {
  for (let forgotten = 0; ; ) {
    const { rowCount } = await pool.query(
      `delete from idempotency_keys where (application_id, key) in (
         select application_id, key from idempotency_keys where expires_at <= $1 limit ${keysAtOnce})`,
      [new Date(nowMs)],
    )
    forgotten += rowCount ?? 0
    if ((rowCount ?? 0) < keysAtOnce) return forgotten
  }
}
