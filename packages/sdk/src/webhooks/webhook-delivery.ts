import { keyMaterial, limits, webhookHeaderNames } from '@nani/contract'
import type { NaniEvent } from '../event-shapes.ts'
import { NaniWebhookFormatError, NaniWebhookTimestampError } from './webhook-errors.ts'

/** The headers of Node or of fetch, with names in any case. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>> | Headers

export type VerifyWebhookOptions = {
  clock?: { now(): number }
  /** Maximum difference between the signed time and this clock, in both directions. Default 300. */
  toleranceSeconds?: number
}

/** The signed headers of a delivery. `signature` is 64 hex digits. */
export type SignedHeaders = { timestamp: string; signature: string }

/** Throws a TypeError for a parsed body, because only the received bytes can be verified. */
export const checkRawBody = (rawBody: unknown): void => {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError('rawBody is the text or the bytes of the body as received, before any parsing.')
  }
}

/** Throws NaniWebhookFormatError if a header is missing or malformed. */
export const readSignedHeaders = (headers: WebhookHeaders): SignedHeaders => ({
  timestamp: header(headers, webhookHeaderNames.timestamp, /^\d{1,12}$/),
  signature: header(headers, webhookHeaderNames.signature, /^[0-9a-f]{64}$/i),
})

/** Throws NaniWebhookTimestampError if the signature is too old, or from the future. */
export const checkAge = (
  { timestamp }: SignedHeaders,
  { clock = Date, toleranceSeconds = limits.webhookToleranceSeconds }: VerifyWebhookOptions,
): void => {
  const apartSeconds = Math.floor(clock.now() / 1000) - Number(timestamp)
  if (Math.abs(apartSeconds) > toleranceSeconds) {
    throw new NaniWebhookTimestampError(apartSeconds, toleranceSeconds)
  }
}

/** The event in a verified body. Use the id in the body, because the header with the id is not signed. */
export const parseEvent = (rawBody: string | Uint8Array): NaniEvent => {
  try {
    const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
    const event: unknown = JSON.parse(text)
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as NaniEvent
  } catch {
    // No rethrow: the message of the parser may quote personal data.
  }
  throw new NaniWebhookFormatError('The signed body is not a JSON object.')
}

/** The 32 bytes of a Payload Encryption Key, without Node's Buffer. */
export const keyBytes = (key: string): Uint8Array<ArrayBuffer> => {
  const base64 = keyMaterial(key).replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

const header = (headers: WebhookHeaders, name: string, shape: RegExp): string => {
  const found = headers instanceof Headers ? headers.get(name) : ofAnyCase(headers, name)
  const value = Array.isArray(found) ? found[0] : found
  if (value && shape.test(value)) return value
  throw new NaniWebhookFormatError(`The header ${name} is ${value ? 'malformed' : 'missing'}.`)
}

const ofAnyCase = (headers: Exclude<WebhookHeaders, Headers>, name: string) =>
  headers[name] ?? Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]
