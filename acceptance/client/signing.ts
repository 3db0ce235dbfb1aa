import { createHash, createHmac } from 'node:crypto'
import { keyBytes } from './credentials.ts'

export type SignedParts = {
  method: string
  /** The request target exactly as sent. */
  target: string
  timestamp: string
  nonce: string
  iv?: string
  idempotencyKey?: string
  prefer?: string
  body?: Uint8Array
}

/** The nine lines of spec/wire#canonical-string. */
export const canonicalString = (parts: SignedParts): string =>
  [
    'SVC-HMAC-SHA256',
    parts.method.toUpperCase(),
    parts.target,
    parts.timestamp,
    parts.nonce,
    parts.iv ?? '',
    parts.idempotencyKey ?? '',
    parts.prefer ?? '',
    createHash('sha256')
      .update(parts.body ?? new Uint8Array())
      .digest('hex'),
  ].join('\n')

/** `X-SVC-Signature`: lower-case hex HMAC-SHA256 of the canonical string (spec/wire#signature). */
export const signature = (parts: SignedParts, secretKey: string): string =>
  createHmac('sha256', keyBytes(secretKey)).update(canonicalString(parts), 'utf8').digest('hex')
