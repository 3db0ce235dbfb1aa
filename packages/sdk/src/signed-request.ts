import { canonicalString, encryption, headerNames } from '@nani/contract'
import { encryptBody, encryptedBodyJson, sha256Hex, sign } from '@nani/contract/node'
import { uuid } from './clock.ts'
import type { Settings } from './options.ts'

/** One logical call: the parts that are equal in all its attempts. */
export type LogicalCall = {
  method: 'GET' | 'POST'
  /** Path under the base URL, with its `?query`. */
  path: string
  /** JSON text, or undefined for a call without a body. */
  plaintext?: string
  idempotencyKey?: string
  prefer?: 'respond-async'
}

/** The answer to this attempt must be bound to `nonce`. */
export type SignedAttempt = { target: string; headers: Record<string, string>; body?: string; nonce: string }

/** Signs and encrypts one attempt: timestamp, nonce and IV are new each time (spec/wire#nonces and spec/wire#encryption). */
export const signAttempt = (settings: Settings, call: LogicalCall): SignedAttempt => {
  const target = settings.pathPrefix + call.path
  const timestamp = String(Math.floor(settings.clock.now() / 1000))
  const nonce = uuid(settings.random)
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': 'nani-sdk',
    [headerNames.keyId]: settings.apiKey,
    [headerNames.timestamp]: timestamp,
    [headerNames.nonce]: nonce,
  }
  let body: string | undefined
  if (call.plaintext !== undefined) {
    const iv = Buffer.from(settings.random(encryption.ivBytes))
    body = encryptedBodyJson(encryptBody(settings.payloadEncryptionKey, iv, call.plaintext))
    headers['content-type'] = 'application/json'
    headers[headerNames.iv] = iv.toString('base64')
  }
  if (call.idempotencyKey !== undefined) headers[headerNames.idempotencyKey] = call.idempotencyKey
  if (call.prefer !== undefined) headers[headerNames.prefer] = call.prefer
  headers[headerNames.signature] = sign(
    settings.secretKey,
    canonicalString({
      method: call.method,
      target,
      timestamp,
      nonce,
      iv: headers[headerNames.iv] ?? '',
      idempotencyKey: call.idempotencyKey ?? '',
      prefer: call.prefer ?? '',
      bodySha256: sha256Hex(body),
    }),
  )
  return { target, headers, body, nonce }
}
