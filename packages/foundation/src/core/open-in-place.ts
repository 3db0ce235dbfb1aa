import { createDecipheriv, type KeyObject } from 'node:crypto'
import { Refusal } from './refusal.ts'
import { findPayload, unescapeInPlace } from './wrapper.ts'

const tagBytes = 16
const ivBytes = 12
/** A multiple of 4 and of 3: no group of base64 is cut. */
const sliceBytes = 48 * 1024

/**
 * The plaintext of a wrapper. It overwrites the wrapper, because base64 is longer than the bytes that it encodes. A large
 * body therefore needs no memory but its own. Throws `malformed_body` or
 * `decryption_failed`, as the same body would in a small call.
 */
export const openInPlace = (wrapper: Buffer, key: KeyObject, iv: Uint8Array): Buffer => {
  const range = findPayload(wrapper)
  const end = range.isEscaped ? unescapeInPlace(wrapper, range) : range.end
  if (iv.length !== ivBytes) throw new Refusal('decryption_failed')
  const sealed = decodeInPlace(wrapper, range.start, end)
  if (sealed.length < tagBytes) throw new Refusal('decryption_failed')
  const plaintext = sealed.subarray(0, sealed.length - tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(plaintext.length))
  for (let at = 0; at < plaintext.length; at += sliceBytes) {
    const slice = plaintext.subarray(at, at + sliceBytes)
    slice.set(decipher.update(slice))
  }
  try {
    decipher.final()
  } catch {
    plaintext.fill(0)
    throw new Refusal('decryption_failed')
  }
  return plaintext
}

/** Standard base64 with padding, or `malformed_body`. The decoded bytes begin where the wrapper began. */
const decodeInPlace = (wrapper: Buffer, start: number, end: number): Buffer => {
  if ((end - start) % 4 !== 0) throw new Refusal('malformed_body')
  let to = 0
  for (let at = start; at < end; at += sliceBytes) {
    const text = wrapper.toString('latin1', at, Math.min(at + sliceBytes, end))
    const isLast = at + sliceBytes >= end
    const padding = !isLast ? 0 : text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
    const bytes = Buffer.from(text, 'base64')
    // Buffer.from skips what is not base64, and reads base64url as well.
    const isBase64 = bytes.length === (text.length / 4) * 3 - padding
    if (!isBase64 || text.includes('-') || text.includes('_')) throw new Refusal('malformed_body')
    wrapper.set(bytes, to)
    to += bytes.length
  }
  return wrapper.subarray(0, to)
}
