import { createPublicKey } from 'node:crypto'
import { checkUrl, type OutboundPolicy, OutboundRefused } from '@nani/foundation/outbound/index.ts'
import type { PushSubscription } from '../../citizen-devices/index.ts'

/** What a browser gives for its subscription. */
export type OfferedSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const pointBytes = 65
const uncompressed = 4
const authBytes = 16

/**
 * The subscription of a browser; null if its address may not be called, or its keys are none. The address comes from
 * the browser, so that it can be any.
 */
export const readSubscription = (
  { endpoint, keys }: OfferedSubscription,
  policy: OutboundPolicy,
): PushSubscription | null => {
  const point = Buffer.from(keys.p256dh, 'base64url')
  const auth = Buffer.from(keys.auth, 'base64url')
  if (auth.length !== authBytes || !isAllowed(endpoint, policy) || !isPoint(point)) return null
  return { endpoint, p256dh: point.toString('base64url'), auth: auth.toString('base64url') }
}

const isAllowed = (endpoint: string, policy: OutboundPolicy): boolean => {
  try {
    checkUrl(endpoint, policy)
    return true
  } catch (error) {
    if (error instanceof OutboundRefused) return false
    throw error
  }
}

/** A point that is not on the curve could reveal a private key, or fail at each message. */
const isPoint = (bytes: Buffer): boolean => {
  if (bytes.length !== pointBytes || bytes[0] !== uncompressed) return false
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'))
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
