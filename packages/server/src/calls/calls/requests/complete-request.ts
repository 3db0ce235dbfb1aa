import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction, type Vault, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { auditEffect } from '../../../app/audit/index.ts'
import { type IdempotencyLock, sealAnswer, storedResponseFence } from '../../../gateway/gateway/index.ts'
import { requestEntry } from '../results/audit-outcome.ts'
import type { Origin } from './origin.ts'

export type RequestToComplete = {
  applicationId: string
  service: string | null
  origin: Origin
  atMs: number
  lock: IdempotencyLock | null
  status: number
}

/** The response of a transaction, and the results that it discloses. */
export type CompletedAnswer = { body: string; disclosedIds: readonly string[] }

/**
 * Does work, audits it and stores the response for replays, in one transaction. A retry with the same Idempotency-Key
 * finds the response, or nothing was done. Nothing is accepted without its audit entry.
 */
export const completeRequest = (
  pool: pg.Pool,
  vault: Vault,
  request: RequestToComplete,
  work: (client: pg.PoolClient) => Promise<CompletedAnswer>,
): Promise<string> =>
  inTransaction(pool, async (client) => {
    const { body, disclosedIds } = await work(client)
    const { applicationId, service, origin, atMs, lock, status } = request
    const entry = requestEntry({ ...request, disclosedIds })
    const sealed = lock && (await sealAnswer(vault, lock, body))
    const completed = await writeChanges(client, applicationId, [
      {
        id: origin.request_id,
        service,
        scopes: null,
        atMs,
        fence: lock && sealed && storedResponseFence(lock, { status, sealed, disclosedIds }),
        effects: [auditEffect({ ...entry, makesResult: false })],
      },
    ])
    // Another request performs the call, so this transaction must not happen.
    if (completed.size === 0)
      throw new Refusal('idempotency_in_progress', { retry_after: 1 }, { detail: 'the lock lapsed' })
    return body
  })
