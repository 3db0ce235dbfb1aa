/** Header names of spec/wire#request-headers, in lower case as they arrive. */
export const headerNames = {
  keyId: 'x-svc-key-id',
  timestamp: 'x-svc-timestamp',
  nonce: 'x-svc-nonce',
  iv: 'x-svc-iv',
  signature: 'x-svc-signature',
  idempotencyKey: 'idempotency-key',
  prefer: 'prefer',
} as const

/** Header names of spec/webhooks#delivery-headers, in lower case as they arrive. */
export const webhookHeaderNames = {
  id: 'x-svc-webhook-id',
  timestamp: 'x-svc-webhook-timestamp',
  signature: 'x-svc-webhook-signature',
} as const

/** The signed parts of a request. Absent headers are empty strings (spec/wire#canonical-string). */
export type SignedRequest = {
  method: string
  /** Path and `?query` exactly as sent. */
  target: string
  timestamp: string
  nonce: string
  iv: string
  idempotencyKey: string
  prefer: string
  /** Lower-case hex SHA-256 of the raw body bytes as sent. Without a body, of zero bytes. */
  bodySha256: string
}

/** The names of the nine lines, in order. The sandbox uses them to explain a wrong signature. */
export const canonicalLineNames = [
  'scheme',
  'method',
  'target',
  'X-SVC-Timestamp',
  'X-SVC-Nonce',
  'X-SVC-IV',
  'Idempotency-Key',
  'Prefer',
  'body SHA-256',
] as const

/** The nine lines of spec/wire#canonical-string, in order. */
export const canonicalLines = (request: SignedRequest): string[] => [
  'SVC-HMAC-SHA256',
  request.method.toUpperCase(),
  request.target,
  request.timestamp,
  request.nonce,
  request.iv,
  request.idempotencyKey,
  request.prefer,
  request.bodySha256,
]

/**
 * The string whose HMAC-SHA256 under the Secret Key bytes is `X-SVC-Signature`: nine lines joined by a
 * single line feed, none at the end (spec/wire#canonical-string). Worked examples: `@nani/contract/vectors.json`.
 */
export const canonicalString = (request: SignedRequest): string => canonicalLines(request).join('\n')

const keyShape = /^(?:sk|pek)_(?:test|live)_([A-Za-z0-9_-]{43})$/

/**
 * The base64url part of a Secret Key or Payload Encryption Key. It has 32 bytes after decoding, for HMAC, AES and
 * webhook signatures (spec/wire#credentials). Throws a TypeError for any other text.
 */
export const keyMaterial = (key: string): string => {
  const material = keyShape.exec(key)?.[1]
  if (material === undefined) {
    throw new TypeError('A key looks like sk_test_… or pek_live_… followed by 43 base64url characters.')
  }
  return material
}
