/**
 * The rules of signing and encryption with node:crypto, for the server and the SDK. The rest of this package also
 * works in a browser. This entry, `@nani/contract/node`, does not.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { encryption, webhookSignedString } from './encryption.ts'
import { keyMaterial } from './signing.ts'

/** The reason why a body cannot be decrypted: `encoding` and `length` before, `authentication` during decryption. */
export type DecryptionFailure = 'iv_length' | 'encoding' | 'length' | 'authentication'

/** Thrown by `decodeIv` and `decryptBody`. `reason` distinguishes the cases. The error contains no key and no text. */
export class DecryptionError extends Error {
  readonly reason: DecryptionFailure

  constructor(reason: DecryptionFailure) {
    super(`The encrypted body does not open: ${reason}.`)
    this.name = 'DecryptionError'
    this.reason = reason
  }
}

const cipherName = 'aes-256-gcm'
const cipherOptions = { authTagLength: encryption.tagBytes } as const
const ivShape = /^[A-Za-z0-9+/]{16}$/
const signatureShape = /^[0-9a-f]{64}$/
const sha256OfNothing = hash('sha256', '')

/**
 * The 32 bytes of a Secret Key or Payload Encryption Key. Throws a TypeError for any other text.
 *
 * @example sign(decodeKey('sk_test_…'), canonicalString(request))
 */
export const decodeKey = (key: string): Buffer => Buffer.from(keyMaterial(key), 'base64url')

/** A key for signing and encryption: raw bytes, or a KeyObject that a process keeps for many calls. */
export type KeyBytes = Uint8Array | KeyObject

/**
 * The same key as an OpenSSL object. It costs at most a third of raw bytes, which are copied and set up at each use.
 * It is printed without its bytes.
 */
export const loadKey = (key: string): KeyObject => createSecretKey(decodeKey(key))

/** Lower-case hex SHA-256 of the raw body as sent. Without a body, of zero bytes. */
export const sha256Hex = (body?: Uint8Array | string | null): string =>
  body ? hash('sha256', body) : sha256OfNothing

/** `X-SVC-Signature`: lower-case hex HMAC-SHA256 of the canonical string (spec/wire#signature). */
export const sign = (secretKey: KeyBytes, canonical: string): string =>
  createHmac('sha256', secretKey).update(canonical).digest('hex')

/** Verifies the signature of the canonical string in constant time. False for a malformed signature. */
export const verifySignature = (secretKey: KeyBytes, canonical: string, signature: string): boolean =>
  signatureShape.test(signature) &&
  timingSafeEqual(createHmac('sha256', secretKey).update(canonical).digest(), Buffer.from(signature, 'hex'))

/** `X-SVC-Webhook-Signature`: hex HMAC-SHA256 under the Payload Encryption Key bytes (spec/webhooks#webhook-signature). */
export const signWebhook = (
  payloadEncryptionKey: KeyBytes,
  timestamp: string,
  rawBody: string | Uint8Array,
): string =>
  createHmac('sha256', payloadEncryptionKey)
    .update(webhookSignedString(timestamp, ''))
    .update(rawBody)
    .digest('hex')

/** The 12 bytes of an `X-SVC-IV` header. Throws DecryptionError `iv_length`. */
export const decodeIv = (header: string): Buffer => {
  if (!ivShape.test(header)) throw new DecryptionError('iv_length')
  return Buffer.from(header, 'base64')
}

/**
 * Base64 of ciphertext ‖ tag. `additionalData` is `responseAdditionalData(nonce, status)` for a response and absent
 * for a request (spec/wire#encryption). An IV must never be used twice with one key.
 *
 * @example encryptedBodyJson(encryptBody(key, randomBytes(12), JSON.stringify(request)))
 */
export const encryptBody = (
  key: KeyBytes,
  iv: Uint8Array,
  plaintext: string | Uint8Array,
  additionalData?: string,
): string => {
  const cipher = createCipheriv(cipherName, key, iv, cipherOptions)
  if (additionalData !== undefined) cipher.setAAD(Buffer.from(additionalData))
  const ciphertext =
    typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext)
  cipher.final()
  return Buffer.concat([ciphertext, cipher.getAuthTag()]).toString('base64')
}

/** The body on the wire. Base64 needs no escaping, so no JSON serialiser is needed. */
export const encryptedBodyJson = (payload: string): string => `{"payload":"${payload}"}`

/**
 * The plaintext of a `payload` after the verification of its tag. Throws DecryptionError: `iv_length`, `encoding` (not
 * standard base64), `length` (shorter than a tag) or `authentication` (wrong key, IV, additional data, or altered
 * bytes).
 */
export const decryptBody = (
  key: KeyBytes,
  iv: Uint8Array,
  payload: string,
  additionalData?: string,
): Buffer => {
  if (iv.length !== encryption.ivBytes) throw new DecryptionError('iv_length')
  const sealed = decodeBase64(payload)
  const tagAt = sealed.length - encryption.tagBytes
  if (tagAt < 0) throw new DecryptionError('length')
  const decipher = createDecipheriv(cipherName, key, iv, cipherOptions)
  if (additionalData !== undefined) decipher.setAAD(Buffer.from(additionalData))
  decipher.setAuthTag(sealed.subarray(tagAt))
  const plaintext = decipher.update(sealed.subarray(0, tagAt))
  try {
    decipher.final()
  } catch {
    throw new DecryptionError('authentication')
  }
  return plaintext
}

// Buffer.from skips invalid characters and also reads base64url. The length reveals the first, and two searches reveal
// the second.
const decodeBase64 = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const whole = text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding
  if (!whole || text.includes('-') || text.includes('_')) throw new DecryptionError('encoding')
  return bytes
}
