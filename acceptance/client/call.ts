import { randomBytes, randomUUID } from 'node:crypto'
import { type Credentials, type Identity, identityOf } from './credentials.ts'
import { openAnswer, seal } from './encryption.ts'
import { signature } from './signing.ts'
import { exchange, type WireAnswer, type WireRequest } from './transport.ts'

export type CallOptions = {
  idempotencyKey?: string
  prefer?: string
  timestamp?: string
  nonce?: string
  iv?: Uint8Array
  /** Additional headers, not signed. */
  headers?: Record<string, string | string[]>
  /** The bytes that are encrypted, in place of the JSON of the body. */
  plaintext?: Uint8Array
  /** The bytes on the wire, in place of the encryption wrapper; signed as they are. */
  rawBody?: Uint8Array
  /** Encrypts under another key than the application's own. */
  encryptionKey?: string
}

export type SignedRequest = WireRequest & { headers: Record<string, string | string[]>; nonce: string }

/** Builds a request that is right in every respect that `options` does not change. */
export const signedRequest = (
  credentials: Credentials,
  method: string,
  target: string,
  body?: unknown,
  options: CallOptions = {},
): SignedRequest => {
  const timestamp = options.timestamp ?? String(Math.floor(Date.now() / 1000))
  const nonce = options.nonce ?? randomUUID()
  const plaintext = options.plaintext ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)))
  const ivBytes = options.iv ?? randomBytes(12)
  const hasBody = plaintext !== undefined || options.rawBody !== undefined
  const iv = hasBody ? Buffer.from(ivBytes).toString('base64') : undefined
  const bytes =
    options.rawBody ??
    (plaintext &&
      Buffer.from(
        JSON.stringify({
          payload: seal(plaintext, options.encryptionKey ?? credentials.payload_encryption_key, ivBytes),
        }),
      ))
  const { idempotencyKey, prefer } = options
  const parts = { method, target, timestamp, nonce, iv, idempotencyKey, prefer, body: bytes }
  return {
    method,
    target,
    nonce,
    body: bytes,
    headers: {
      'X-SVC-Key-Id': credentials.api_key,
      'X-SVC-Timestamp': timestamp,
      'X-SVC-Nonce': nonce,
      ...(iv === undefined ? {} : { 'X-SVC-IV': iv, 'Content-Type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(prefer === undefined ? {} : { Prefer: prefer }),
      'X-SVC-Signature': signature(parts, credentials.secret_key),
      ...options.headers,
    },
  }
}

export type Answer<Body> = WireAnswer & {
  /** Whether the answer carried `X-SVC-IV`, and so opened under the application's key. */
  encrypted: boolean
  requestId: string | undefined
  json: Body
}

/** Every error answer (spec/errors#error-body). */
export type ErrorBody = { error: string; message: string; request_id?: string } & Record<string, unknown>

/** Reads an answer as the client of these credentials would; fails when it does not open. */
export const readAnswer = <Body>(
  answer: WireAnswer,
  credentials: Credentials | undefined,
  nonce: string,
): Answer<Body> => {
  const iv = answer.headers['x-svc-iv']
  const requestId = answer.headers['x-request-id']
  let text = answer.body.toString('utf8')
  if (typeof iv === 'string') {
    if (!credentials) throw new Error('an encrypted answer to a call without credentials')
    const { payload } = JSON.parse(text) as { payload: string }
    text = openAnswer(payload, credentials.payload_encryption_key, iv, nonce, answer.status).toString('utf8')
  }
  return {
    ...answer,
    encrypted: typeof iv === 'string',
    requestId: typeof requestId === 'string' ? requestId : undefined,
    json: (text === '' ? undefined : JSON.parse(text)) as Body,
  }
}

/** Sends a request that was built (and perhaps spoilt) before, and reads the answer. */
export const send = async <Body = ErrorBody>(
  credentials: Credentials,
  request: WireRequest & { nonce?: string },
  identity: Identity = defaultIdentity(credentials),
): Promise<Answer<Body>> => {
  const answer = await exchange({ baseUrl: credentials.base_url, identity }, request)
  return readAnswer<Body>(answer, credentials, request.nonce ?? '')
}

const identities = new WeakMap<Credentials, Identity>()

const defaultIdentity = (credentials: Credentials): Identity => {
  const known = identities.get(credentials)
  if (known) return known
  const identity = identityOf(credentials)
  identities.set(credentials, identity)
  return identity
}

export const post = <Body = ErrorBody>(
  credentials: Credentials,
  target: string,
  body: unknown,
  options?: CallOptions,
) => send<Body>(credentials, signedRequest(credentials, 'POST', target, body, options))

export const get = <Body = ErrorBody>(credentials: Credentials, target: string, options?: CallOptions) =>
  send<Body>(credentials, signedRequest(credentials, 'GET', target, undefined, options))
