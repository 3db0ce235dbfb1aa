import { headerNames } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { RequestContext, SigningHeaders, WithBody, WithHeaders } from '../request-context.ts'

const shapes = {
  keyId: /^key_(?:test|live)_\w{1,64}$/,
  timestamp: /^\d{1,15}$/,
  nonce: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  signature: /^[0-9a-f]{64}$/,
} as const

/**
 * spec/errors#codes-of-authentication `authentication_required`: one of the X-SVC- headers is missing or malformed.
 * An IV of the wrong size is left to decryption, which has its own code.
 */
export const checkSigningHeaders = ({ request: { headers } }: RequestContext): WithHeaders => {
  const read = (name: string): string => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  }
  const required = (field: keyof typeof shapes): string => {
    const value = read(headerNames[field])
    if (!shapes[field].test(value)) throw missing(headerNames[field])
    return value
  }
  const signing: SigningHeaders = {
    keyId: required('keyId'),
    timestamp: required('timestamp'),
    nonce: required('nonce'),
    signature: required('signature'),
    iv: read(headerNames.iv),
    idempotencyKey: read(headerNames.idempotencyKey),
    prefer: read(headerNames.prefer),
  }
  if (Number(headers['content-length'] ?? 0) > 0) requireIv(signing)
  return { headers: signing }
}

/** The same rule for a body whose length is in no header: it is known only now. */
export const checkIvOfBody = ({ rawBody, headers }: WithHeaders & WithBody): void => {
  if (rawBody.length > 0) requireIv(headers)
}

const requireIv = ({ iv }: SigningHeaders) => {
  if (iv === '') throw missing(headerNames.iv)
}

const missing = (header: string) => new Refusal('authentication_required', { header })
