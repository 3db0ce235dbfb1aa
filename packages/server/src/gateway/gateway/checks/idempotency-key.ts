import { createHash } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { IncomingRequest } from '../call.ts'
import type {
  Content,
  RequestContext,
  WithContent,
  WithHeaders,
  WithIdempotency,
} from '../request-context.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const noKey: WithIdempotency = { idempotency: null }

/** spec/request-modes#idempotency: a key that is no UUID is `invalid_request`. Only a POST can be replayed. */
export const readIdempotencyKey = ({
  request,
  headers: { idempotencyKey },
  content,
}: RequestContext & WithHeaders & WithContent): WithIdempotency => {
  if (idempotencyKey === '' || request.method !== 'POST') return noKey
  if (!uuid.test(idempotencyKey)) throw new Refusal('invalid_request', { field: 'Idempotency-Key' })
  return { idempotency: { key: idempotencyKey.toLowerCase(), fingerprint: fingerprintOf(request, content) } }
}

/** Same key with another method, path or decrypted body is another request (spec/request-modes#idempotency). */
const fingerprintOf = (request: IncomingRequest, content: Content): Buffer =>
  content.kind === 'opened'
    ? Buffer.from(content.fingerprint)
    : createHash('sha256')
        .update(fingerprintHead(request))
        .update(content.plaintext ?? '')
        .digest()

/** What goes before the plaintext when it is hashed. */
export const fingerprintHead = ({ method, target }: IncomingRequest): string => `${method}\n${target}\n`
