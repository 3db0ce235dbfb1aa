import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { loadKey } from '@nani/contract/node'
import type { NaniEvent } from '../event-shapes.ts'
import {
  checkAge,
  checkRawBody,
  parseEvent,
  readSignedHeaders,
  type VerifyWebhookOptions,
  type WebhookHeaders,
} from './webhook-delivery.ts'
import { NaniWebhookSignatureError } from './webhook-errors.ts'

/**
 * Returns the event of a webhook delivery after it has verified its origin, integrity and age. `rawBody` is the
 * received body before any parsing. `key` is the Payload Encryption Key of the application. It needs `node:crypto`.
 * For a runtime without it, see `verifyWebhook` of `@nani/sdk/web`.
 *
 * Throws a NaniWebhookError: NaniWebhookFormatError, NaniWebhookSignatureError or NaniWebhookTimestampError. Throws a
 * TypeError if `rawBody` or `key` is invalid.
 *
 * @example
 * const event = verifyWebhook(request.rawBody, request.headers, 'pek_test_…')
 * if (event.type === 'batch.completed') await collect(event.data.object.id)
 */
export const verifyWebhook = (
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  key: string | KeyObject,
  options: VerifyWebhookOptions = {},
): NaniEvent => {
  checkRawBody(rawBody)
  const signed = readSignedHeaders(headers)
  const hmac = createHmac('sha256', typeof key === 'string' ? loadKey(key) : key)
  const expected = hmac.update(`${signed.timestamp}.`).update(rawBody).digest()
  if (!timingSafeEqual(expected, Buffer.from(signed.signature, 'hex'))) throw new NaniWebhookSignatureError()
  checkAge(signed, options)
  return parseEvent(rawBody)
}
