import { type Clock, nextTurn, Refusal } from '@nani/foundation/core/index.ts'
import type { RenderingMemory } from '@nani/foundation/http/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { KnownKey } from './admit.ts'
import type { EndpointResponse, Idempotency } from './call.ts'

/** Only responses with status 2xx are stored (spec/request-modes#idempotency). */
export const answerContext = (applicationId: string, key: string) => `answer:${applicationId}:${key}`

export type ReplayRequest = {
  applicationId: string
  idempotency: Idempotency
  known: KnownKey | null
  /** Charged with a large response. */
  memory: RenderingMemory
}

/**
 * The response to a known Idempotency-Key: the original status and body again, or a refusal if the key
 * belongs to another request or its first request is still running (spec/request-modes#idempotency).
 */
export type Replay = (request: ReplayRequest) => Promise<EndpointResponse>

export type ReplayDependencies = { pool: pg.Pool; clock: Clock; answersVault: Vault }

export const createReplay =
  ({ pool, clock, answersVault }: ReplayDependencies): Replay =>
  async (request) => {
    const { known, applicationId, idempotency } = request
    // Another process took the lock between our look and our attempt: the first request is running.
    if (known === null) throw new Refusal('idempotency_in_progress', { retry_after: 1 })
    if (!known.fingerprint.equals(idempotency.fingerprint)) throw new Refusal('idempotency_key_reused')
    if (known.status === null || known.answerBytes === 0) {
      const retryAfter = Math.max(1, Math.ceil((known.lockedUntilMs - clock.now()) / 1000))
      throw new Refusal('idempotency_in_progress', { retry_after: Math.min(retryAfter, 5) })
    }
    const context = answerContext(applicationId, idempotency.key)
    const body = known.answer
      ? answersVault.open(known.answer, context)
      : await answersVault.openInPieces(await readLarge(pool, request, known.answerBytes), context, nextTurn)
    return {
      status: known.status,
      body: body.toString('utf8'),
      headers: { 'Idempotent-Replayed': 'true' },
      audited: false,
      ...(known.disclosedIds && { disclosedIds: known.disclosedIds }),
    }
  }

const pieceBytes = 1024 * 1024

/**
 * Reads a stored response in pieces: the driver decodes each of them in one stretch. A replay is free for its caller,
 * as a page is, so that large ones wait for the same places.
 */
const readLarge = async (
  pool: pg.Pool,
  { applicationId, idempotency: { key }, memory }: ReplayRequest,
  bytes: number,
): Promise<Buffer> => {
  await memory.holdPage(bytes)
  const sealed = Buffer.allocUnsafeSlow(bytes)
  for (let from = 0; from < bytes; from += pieceBytes) {
    const { rows } = await pool.query<{ piece: Buffer | null }>({
      name: 'read-stored-response',
      text: `select substring(sealed_answer from $3 for $4) as piece from idempotency_keys
             where application_id = $1 and key = $2 and octet_length(sealed_answer) = $5`,
      values: [applicationId, key, from + 1, pieceBytes, bytes],
    })
    const piece = rows[0]?.piece
    // Its time was over between two pieces: the request runs again.
    if (!piece) throw new Refusal('idempotency_in_progress', { retry_after: 1 })
    sealed.set(piece, from)
    await nextTurn()
  }
  return sealed
}
