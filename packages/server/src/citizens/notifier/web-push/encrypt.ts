import { createCipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto'
import type { Random } from '@nani/foundation/core/index.ts'
import type { PushSubscription } from '../../citizen-devices/index.ts'

/*
 * Message encryption for Web Push (RFC 8291): one record of `aes128gcm` (RFC 8188) under a key that only the browser
 * can derive. The push service reads nothing.
 */

const curve = 'prime256v1'
const recordBytes = 4_096
const keyBytes = 65
const saltBytes = 16
const tagBytes = 16
/** Marks the end of the content in the last record. */
const lastRecord = 2
/** A push service takes 4,096 bytes: the head, the record and its tag. */
const maxPaddedBytes = recordBytes - (saltBytes + 4 + 1 + keyBytes) - tagBytes
/** The length of a message does not reveal the names in it. */
const paddedTo = 1_024

/** The key pair and the salt of one message. */
export type OneTimeKey = { ecdh: ECDH; salt: Buffer }

export const newOneTimeKey = (random: Random): OneTimeKey => {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  return { ecdh, salt: random.bytes(saltBytes) }
}

/** The body of a message. @throws RangeError if the content does not fit. */
export const encryptPush = (content: Buffer, subscription: PushSubscription, key: OneTimeKey): Buffer =>
  encryptRecord(padded(content), subscription, key)

const padded = (content: Buffer): Buffer => {
  const needed = content.length + 1
  if (needed > maxPaddedBytes) throw new RangeError(`a push message of ${content.length} bytes is too long`)
  const record = Buffer.alloc(Math.min(maxPaddedBytes, Math.ceil(needed / paddedTo) * paddedTo))
  record.set(content)
  record[content.length] = lastRecord
  return record
}

/** A record is the content, the mark of its end, and zeros. */
export const encryptRecord = (
  record: Buffer,
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  { ecdh, salt }: OneTimeKey,
): Buffer => {
  const receiver = Buffer.from(p256dh, 'base64url')
  const sender = ecdh.getPublicKey()
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const shared = hkdf(ecdh.computeSecret(receiver), Buffer.from(auth, 'base64url'), about, 32)
  const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  const head = [salt, size, Buffer.from([sender.length]), sender]
  return Buffer.concat([...head, cipher.update(record), cipher.final(), cipher.getAuthTag()])
}

const hkdf = (secret: Buffer, salt: Buffer, about: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, length))
