import type pg from 'pg'
import { type Clock, Refusal } from '../core/index.ts'
import type { Vault } from '../storage/index.ts'
import { claimLeaseMs } from './admit.ts'
import type { Claim } from './call.ts'
import { answerContext } from './replay.ts'

export type ClaimReleases = {
  /** Gives an idempotency key back after a refusal, and returns also when that failed. */
  release(claim: Claim): Promise<void>
  /** Does so as soon as the database answers: of a claim that was perhaps made by a statement nobody heard of. */
  releaseLater(claim: Claim): void
}

export type ReleaseDependencies = {
  pool: pg.Pool
  clock: Clock
  pause(ms: number): Promise<void>
  log(message: string, error: unknown): void
}

const retryMs = 500
const maxRemembered = 10_000

/**
 * A claim that could not be given back is remembered and given back when the database is: its caller was told
 * to try again, and would hear `idempotency_in_progress` until the lease lapses. Past the lease, and past what
 * may be remembered, lapsing is what is left.
 */
export const createClaimReleases = ({ pool, clock, pause, log }: ReleaseDependencies): ClaimReleases => {
  const remembered = new Map<Claim, number>()
  let retrying = false

  const releaseNow = async ({ applicationId, key, claim }: Claim): Promise<void> => {
    await pool.query({
      name: 'release-claim',
      text: 'delete from idempotency_keys where application_id = $1 and key = $2 and claim = $3 and http_status is null',
      values: [applicationId, key, claim],
    })
  }

  /** In order; at the first that fails the database is still away. */
  const releaseRemembered = async () => {
    for (const [claim, lapsesMs] of remembered) {
      if (lapsesMs > clock.now()) await releaseNow(claim)
      remembered.delete(claim)
    }
  }

  const retry = async () => {
    while (remembered.size > 0 && !pool.ended) {
      await pause(retryMs)
      await releaseRemembered().catch(() => {})
    }
    retrying = false
  }

  const releaseLater = (claim: Claim) => {
    if (remembered.size < maxRemembered) remembered.set(claim, clock.now() + claimLeaseMs)
    if (retrying) return
    retrying = true
    void retry()
  }

  return {
    releaseLater,
    async release(claim) {
      try {
        await releaseNow(claim)
      } catch (error) {
        // The refusal itself must still reach the caller.
        log('an idempotency claim could not be released yet', error)
        releaseLater(claim)
      }
    },
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
