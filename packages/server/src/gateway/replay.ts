import { Refusal } from '../core/index.ts'
import type { Vault } from '../storage/index.ts'
import type { KnownKey } from './admit.ts'
import type { Answer } from './call.ts'

/** The stored form of an answer: only 2xx answers are stored (decisions §4). */
export const answerContext = (applicationId: string, key: string) => `answer:${applicationId}:${key}`

/**
 * What a known Idempotency-Key answers: the original status and body again, or a refusal when the key
 * belongs to another request or its first request still runs (decisions §4).
 */
export const replay = (
  known: KnownKey | null,
  idempotency: { key: string; fingerprint: Buffer },
  applicationId: string,
  vault: Vault,
  nowMs: number,
): Answer => {
  // Claimed by another process between our look and our claim: it is running right now.
  if (known === null) throw new Refusal('idempotency_in_progress', { retry_after: 1 })
  if (!known.fingerprint.equals(idempotency.fingerprint)) throw new Refusal('idempotency_key_reused')
  if (known.status === null || known.answer === null) {
    const retryAfter = Math.max(1, Math.ceil((known.claimedUntilMs - nowMs) / 1000))
    throw new Refusal('idempotency_in_progress', { retry_after: Math.min(retryAfter, 5) })
  }
  return {
    status: known.status,
    body: vault.open(known.answer, answerContext(applicationId, idempotency.key)).toString('utf8'),
    headers: { 'Idempotent-Replayed': 'true' },
    audited: false,
  }
}
