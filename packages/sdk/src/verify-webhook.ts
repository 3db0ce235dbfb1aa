import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { limits, webhookHeaderNames } from '@nani/contract'
import { loadKey } from '@nani/contract/node'
import { systemClock } from './clock.ts'
import type { NaniEvent } from './event-shapes.ts'
import {
  NaniWebhookFormatError,
  NaniWebhookSignatureError,
  NaniWebhookTimestampError,
} from './webhook-errors.ts'

/** As Node gives them, or as fetch does; names in any case. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>> | Headers

export type VerifyWebhookOptions = {
  clock?: { now(): number }
  /** How far the signature's time may be from this clock, either way; default 300. */
  toleranceSeconds?: number
}

/**
 * The event of a webhook delivery, once it is certain that it comes from the service, is whole, and is of now.
 * `rawBody` is the body as it came, before any parsing; `key` the Payload Encryption Key of the application.
 *
 * Throws a NaniWebhookError: NaniWebhookFormatError, NaniWebhookSignatureError or NaniWebhookTimestampError.
 * A TypeError says that `rawBody` or `key` cannot be right.
 *
 * @example
 * const event = verifyWebhook(request.rawBody, request.headers, 'pek_test_…')
 * if (event.type === 'batch.completed') await collect(event.data.object.id)
 */
export const verifyWebhook = (
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  key: string | KeyObject,
  { clock = systemClock, toleranceSeconds = limits.webhookToleranceSeconds }: VerifyWebhookOptions = {},
): NaniEvent => {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError(
      'rawBody is the text or the bytes of the body as they came, not what was parsed from them.',
    )
  }
  const timestamp = header(headers, webhookHeaderNames.timestamp, /^\d{1,12}$/)
  const signature = header(headers, webhookHeaderNames.signature, /^[0-9a-f]{64}$/i)
  const hmac = createHmac('sha256', typeof key === 'string' ? loadKey(key) : key)
  const expected = hmac.update(`${timestamp}.`).update(rawBody).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new NaniWebhookSignatureError()
  const apartSeconds = Math.floor(clock.now() / 1000) - Number(timestamp)
  if (Math.abs(apartSeconds) > toleranceSeconds) {
    throw new NaniWebhookTimestampError(apartSeconds, toleranceSeconds)
  }
  return parseEvent(rawBody)
}

const header = (headers: WebhookHeaders, name: string, shape: RegExp): string => {
  const found = headers instanceof Headers ? headers.get(name) : ofAnyCase(headers, name)
  const value = Array.isArray(found) ? found[0] : found
  if (value && shape.test(value)) return value
  throw new NaniWebhookFormatError(`The header ${name} is ${value ? 'malformed' : 'missing'}.`)
}

const ofAnyCase = (headers: Exclude<WebhookHeaders, Headers>, name: string) =>
  headers[name] ?? Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]

// The id that counts is the one in the body: the header X-SVC-Webhook-Id is not signed.
const parseEvent = (rawBody: string | Uint8Array): NaniEvent => {
  try {
    const text = typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8')
    const event: unknown = JSON.parse(text)
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as NaniEvent
  } catch {
    // Falls through: the parser's message may quote personal data.
  }
  throw new NaniWebhookFormatError('The signed body is not a JSON object.')
}
