import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Random } from '@nani/foundation/core/index.ts'

/*
 * What a device signs to open a session. It needs no row: it carries its end, and a code of the installation over the
 * device, the end and random bytes. A row would let anyone who knows the id of a device replace its challenge, or use up
 * all that it may have, and so keep the device out. A challenge counts once all the same: the secret of its session is
 * derived from it, and the row of the session, found by the hash of the secret, stays longer than the challenge lives.
 */

const challengeSeconds = 120
const endBytes = 6
const randomBytes = 16
const tagBytes = 32

export type ChallengeKey = { key: KeyObject; deviceId: string }

const tagOf = ({ key, deviceId }: ChallengeKey, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`session challenge ${deviceId} `).update(body).digest()

export const createSessionChallenge = (of: ChallengeKey, now: Date, random: Random): Buffer => {
  const end = Buffer.alloc(endBytes)
  end.writeUIntBE(now.getTime() + challengeSeconds * 1_000, 0, endBytes)
  const body = Buffer.concat([end, random.bytes(randomBytes)])
  return Buffer.concat([body, tagOf(of, body)])
}

/** The secret of the session that the challenge opens. Only the installation can derive it. */
export const sessionSecretOf = ({ key, deviceId }: ChallengeKey, challenge: Buffer): string =>
  createHmac('sha256', key).update(`session secret ${deviceId} `).update(challenge).digest('base64url')

/** Whether the installation made the challenge for this device, and it has not ended. */
export const isOwnChallenge = (of: ChallengeKey, challenge: Buffer, now: Date): boolean => {
  if (challenge.length !== endBytes + randomBytes + tagBytes) return false
  const body = challenge.subarray(0, endBytes + randomBytes)
  const isOwn = timingSafeEqual(challenge.subarray(body.length), tagOf(of, body))
  return isOwn && body.readUIntBE(0, endBytes) > now.getTime()
}
