import { createCipheriv, createDecipheriv } from 'node:crypto'
import { keyBytes } from './credentials.ts'

const tagBytes = 16

/** `base64(ciphertext ‖ tag)` as in spec/wire#encryption; the IV may be of a wrong size, to see it refused. */
export const seal = (plaintext: Uint8Array, key: string, iv: Uint8Array): string => {
  const cipher = createCipheriv('aes-256-gcm', keyBytes(key), iv)
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Opens an answer: its additional authenticated data is `{nonce}\n{status}` (spec/wire#encryption). */
export const openAnswer = (
  payload: string,
  key: string,
  iv: string,
  nonce: string,
  status: number,
): Buffer => {
  const sealed = Buffer.from(payload, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyBytes(key), Buffer.from(iv, 'base64'))
  decipher.setAAD(Buffer.from(`${nonce}\n${status}`, 'utf8'))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()])
}
