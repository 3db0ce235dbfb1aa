import { createHash } from 'node:crypto'
import { notices } from '@nani/contract/notices'
import type { Random } from '@nani/foundation/core/index.ts'
import {
  type Connections,
  OutboundFailed,
  OutboundRefused,
  postGuarded,
} from '@nani/foundation/outbound/index.ts'
import type { PushSubscription } from '../../citizen-devices/index.ts'
import { encryptPush, newOneTimeKey } from './encrypt.ts'
import type { DueMessage } from './message-rows.ts'
import type { VapidKey } from './vapid.ts'

/** What became of an attempt. `gone`: the subscription has ended, or must not be called. `refused`: for ever. */
export type SendResult = 'sent' | 'gone' | 'refused' | 'failed'

export type SendDependencies = { connections: Connections; vapid: VapidKey; random: Random }

const timeoutMs = 5_000
const answerBytes = 256
const topicCharacters = 32

/** Replaces a message about the same that the phone has not received. It reveals nothing to the push service. */
const pushTopic = ({ deviceId, topic }: Pick<DueMessage, 'deviceId' | 'topic'>): string =>
  createHash('sha256').update(`${deviceId} ${topic}`).digest('base64url').slice(0, topicCharacters)

/**
 * One attempt (RFC 8030). Throws OutboundFailed if the push service gave no usable answer, and OutboundRefused if its
 * name has no address.
 */
export const sendMessage = async (
  message: DueMessage,
  subscription: PushSubscription,
  { connections, vapid, random }: SendDependencies,
): Promise<SendResult> => {
  const { notice, secondsLeft } = message
  const content = Buffer.from(JSON.stringify(notice))
  const request = {
    headers: {
      authorization: await vapid.authorizationFor(subscription.endpoint),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(secondsLeft),
      urgency: notices[notice.kind].urgency,
      topic: pushTopic(message),
    },
    body: encryptPush(content, subscription, newOneTimeKey(random)),
    ...{ timeoutMs, answerBytes },
  }
  try {
    return outcomeOf((await postGuarded(connections, subscription.endpoint, request)).status)
  } catch (error) {
    // A name that led to the Internet at the subscription may lead elsewhere now.
    if (error instanceof OutboundRefused && error.reason !== 'name_not_found') return 'gone'
    throw error
  }
}

const outcomeOf = (status: number): SendResult => {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 408 || status === 429 || status >= 500)
    throw new OutboundFailed('answer_refused', `The push service answered with ${status}.`, status)
  return 'refused'
}
