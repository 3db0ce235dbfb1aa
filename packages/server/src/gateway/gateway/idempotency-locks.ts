import { type Clock, nextTurn } from '@nani/foundation/core/index.ts'
import { deleteInTurns, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { largeAnswerBytes, lockLeaseMs } from './admit.ts'
import type { IdempotencyLock } from './call.ts'
import { answerContext } from './replay.ts'

export type LockReleases = {
  /** Releases the lock after a refusal. It also returns if the release failed. */
  release(lock: IdempotencyLock): Promise<void>
  /** Releases as soon as the database answers: a lock that a lost statement may have taken. */
  releaseLater(lock: IdempotencyLock): void
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
 * A lock that could not be released is remembered and released when the database is back. Its caller was asked
 * to try again, and would get `idempotency_in_progress` until the lease ends. Locks past their lease, and locks past
 * the bound of remembered ones, lapse.
 */
export const createLockReleases = ({ pool, clock, pause, log }: ReleaseDependencies): LockReleases => {
  const remembered = new Map<IdempotencyLock, number>()
  let retrying = false

  const releaseNow = async ({ applicationId, key, token }: IdempotencyLock): Promise<void> => {
    await pool.query({
      name: 'release-lock',
      text: 'delete from idempotency_keys where application_id = $1 and key = $2 and claim = $3 and http_status is null',
      values: [applicationId, key, token],
    })
  }

  /** In order; at the first that fails the database is still away. */
  const releaseRemembered = async () => {
    for (const [lock, lapsesMs] of remembered) {
      if (lapsesMs > clock.now()) await releaseNow(lock)
      remembered.delete(lock)
    }
  }

  const retry = async () => {
    while (remembered.size > 0 && !pool.ended) {
      await pause(retryMs)
      await releaseRemembered().catch(() => {})
    }
    retrying = false
  }

  const releaseLater = (lock: IdempotencyLock) => {
    if (remembered.size < maxRemembered) remembered.set(lock, clock.now() + lockLeaseMs)
    if (retrying) return
    retrying = true
    void retry()
  }

  return {
    releaseLater,
    async release(lock) {
      try {
        await releaseNow(lock)
      } catch (error) {
        // The refusal itself must still reach the caller.
        log('an idempotency lock could not be released yet', error)
        releaseLater(lock)
      }
    },
  }
}

/** The response as it is stored for replay. Other callers have their turn while a large one is encrypted. */
export const sealAnswer = async (
  vault: Vault,
  { applicationId, key }: IdempotencyLock,
  body: string,
): Promise<Buffer> => {
  const context = answerContext(applicationId, key)
  if (body.length <= largeAnswerBytes) return vault.seal(Buffer.from(body, 'utf8'), context)
  await nextTurn()
  const bytes = Buffer.from(body, 'utf8')
  await nextTurn()
  return vault.sealInPieces(bytes, context, nextTurn)
}

const batchSize = 10_000

/** Deletes keys past their window, a bounded number in each statement. Returns how many it deleted. */
export const forgetExpiredKeys = (pool: pg.Pool, nowMs: number): Promise<number> => {
  const text = `delete from idempotency_keys where (application_id, key) in (
         select application_id, key from idempotency_keys where expires_at <= $1 limit $2)`
  return deleteInTurns(pool, text, [new Date(nowMs)], { rowsOfTurn: batchSize })
}
