/**
 * The part of the SDK that needs no module of Node: for edge runtimes, workers and browser extensions. This is the
 * entry `@nani/sdk/web`.
 */
import type { NaniEvent } from './event-shapes.ts'
import {
  checkAge,
  checkRawBody,
  keyBytes,
  parseEvent,
  readSignedHeaders,
  type VerifyWebhookOptions,
  type WebhookHeaders,
} from './webhooks/webhook-delivery.ts'
import { NaniWebhookSignatureError } from './webhooks/webhook-errors.ts'

export { NaniError } from './errors.ts'
export type * from './event-shapes.ts'
export { NaniReceiptError } from './receipts/receipt-errors.ts'
export { showClaims } from './receipts/show-claims.ts'
export {
  type JwkSet,
  type VerifiedReceipt,
  type VerifyReceiptOptions,
  verifyReceipt,
} from './receipts/verify-receipt.ts'
export type { VerifyWebhookOptions, WebhookHeaders } from './webhooks/webhook-delivery.ts'
export * from './webhooks/webhook-errors.ts'

const hmac = { name: 'HMAC', hash: 'SHA-256' }

/**
 * The same as `verifyWebhook` of `@nani/sdk`, on Web Crypto and therefore asynchronous.
 * It rejects with the same errors.
 *
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, env.PAYLOAD_ENCRYPTION_KEY)
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  key: string,
  options: VerifyWebhookOptions = {},
): Promise<NaniEvent> => {
  checkRawBody(rawBody)
  const signed = readSignedHeaders(headers)
  const imported = await crypto.subtle.importKey('raw', keyBytes(key), hmac, false, ['verify'])
  // `verify` compares in constant time.
  const message = signedBytes(signed.timestamp, rawBody)
  const valid = await crypto.subtle.verify(hmac, imported, hexBytes(signed.signature), message)
  if (!valid) throw new NaniWebhookSignatureError()
  checkAge(signed, options)
  return parseEvent(rawBody)
}

const signedBytes = (timestamp: string, rawBody: string | Uint8Array): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder()
  const start = encoder.encode(`${timestamp}.`)
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody
  const bytes = new Uint8Array(start.length + body.length)
  bytes.set(start)
  bytes.set(body, start.length)
  return bytes
}

const hexBytes = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
