import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Random } from '../core/index.ts'

const ivBytes = 12
const tagBytes = 16
const versionBytes = 1
const currentVersion = 1

/**
 * Encryption at rest: AES-256-GCM under a key derived for one use (`results`, `credentials`, …), with the
 * row's identity as additional authenticated data, so that a ciphertext moved to another row does not open.
 * Layout: version ‖ IV ‖ tag ‖ ciphertext.
 */
export type Vault = {
  seal(plaintext: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

/** Where the master key comes from: the environment, a file, or a key service. 32 bytes. */
export type KeyProvider = { masterKey(): Promise<Buffer> }

export const createVault = (masterKey: Buffer, use: string, random: Random): Vault => {
  const key = deriveKey(masterKey, `vault:${use}`)
  return {
    seal(plaintext, context) {
      const iv = random.bytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(Buffer.from(context, 'utf8'))
      const head = cipher.update(plaintext)
      const tail = cipher.final()
      return Buffer.concat([Buffer.from([currentVersion]), iv, cipher.getAuthTag(), head, tail])
    },
    open(sealed, context) {
      if (sealed[0] !== currentVersion) throw new Error('sealed value of an unknown version')
      const body = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      const ivEnd = versionBytes + ivBytes
      const iv = body.subarray(versionBytes, ivEnd)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context, 'utf8'))
      decipher.setAuthTag(body.subarray(ivEnd, ivEnd + tagBytes))
      return Buffer.concat([decipher.update(body.subarray(ivEnd + tagBytes)), decipher.final()])
    },
  }
}

/**
 * A key for one purpose from the master key (HKDF-SHA256): no key serves two purposes. Held by OpenSSL, where
 * raw bytes would be copied and set up anew at each use.
 */
export const deriveKey = (masterKey: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `nani:${purpose}`, 32)))
