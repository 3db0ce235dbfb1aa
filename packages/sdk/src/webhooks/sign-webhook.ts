import { webhookHeaderNames } from '@nani/contract'
import { loadKey, signWebhook as signature } from '@nani/contract/node'
import type { Clock } from '../clock.ts'

/**
 * The headers of a webhook delivery, signed as the service signs them. Use them to test a receiver, or to pass events
 * on to a receiver on your own machine. `key` is the Payload Encryption Key of the application.
 *
 * @example
 * const body = JSON.stringify(event)
 * await fetch('http://localhost:3000/hook', { method: 'POST', body, headers: signWebhook(event.id, body, 'pek_test_…') })
 */
export const signWebhook = (
  eventId: string,
  rawBody: string | Uint8Array,
  key: string,
  clock: Pick<Clock, 'now'> = Date,
): Record<string, string> => {
  const timestamp = String(Math.floor(clock.now() / 1000))
  return {
    'content-type': 'application/json',
    [webhookHeaderNames.id]: eventId,
    [webhookHeaderNames.timestamp]: timestamp,
    [webhookHeaderNames.signature]: signature(loadKey(key), timestamp, rawBody),
  }
}
