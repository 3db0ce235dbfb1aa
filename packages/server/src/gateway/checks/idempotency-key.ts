import { createHash } from 'node:crypto'
import { Refusal } from '../../core/index.ts'
import { established, type Visit } from '../visit.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Decisions §4: a key that is no UUID is `invalid_request`. Only a POST can be replayed. */
export const idempotencyOf = (visit: Visit): { key: string; fingerprint: Buffer } | null => {
  const { idempotencyKey } = established(visit.headers)
  if (idempotencyKey === '' || visit.request.method !== 'POST') return null
  if (!uuid.test(idempotencyKey)) throw new Refusal('invalid_request', { field: 'Idempotency-Key' })
  return { key: idempotencyKey.toLowerCase(), fingerprint: fingerprint(visit) }
}

/** Same key with another method, path or decrypted body is another request (decisions §4). */
const fingerprint = ({ request, plaintext }: Visit): Buffer =>
  createHash('sha256')
    .update(`${request.method}\n${request.target}\n`)
    .update(plaintext ?? '')
    .digest()
