import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Random } from '../core/index.ts'
import type { DaySalts, SaltRetention } from './day-salts.ts'

const ivBytes = 12
const tagBytes = 16
/** Version 1: a key for each use. Version 2: a key for each use and day. */
const headBytes = { 1: 1, 2: 3 } as const
const ofUse = 1
const ofDay = 2

/**
 * Encryption at rest: AES-256-GCM under a key derived for one use (`results`, `credentials`, …), with the
 * row's identity as additional authenticated data, so that a ciphertext moved to another row does not open.
 * Layout: version ‖ IV ‖ tag ‖ ciphertext; with a key of a day: version ‖ day (two bytes) ‖ IV ‖ tag ‖ ciphertext.
 */
export type Vault = {
  seal(plaintext: Uint8Array, context: string): Buffer
  /** The same for a value of megabytes: encrypts a piece at a time and awaits `turn` between two pieces. */
  sealInPieces(plaintext: Uint8Array, context: string, turn: () => Promise<void>): Promise<Buffer>
  open(sealed: Uint8Array, context: string): Buffer
  /** The same for a value of megabytes. */
  openInPieces(sealed: Uint8Array, context: string, turn: () => Promise<void>): Promise<Buffer>
}

/** Where the master key comes from: the environment, a file, or a key service. 32 bytes. */
export type KeyProvider = { masterKey(): Promise<Buffer> }

/** One key for all time: for values that are few, such as the root key. */
export const createVault = (masterKey: Buffer, use: string, random: Random): Vault => {
  const key = deriveKey(masterKey, `vault:${use}`)
  const checkVersion = (sealed: Uint8Array) => {
    if (sealed[0] !== ofUse) throw new Error('sealed value of an unknown version')
  }
  return {
    seal: (plaintext, context) => sealUnder(key, Buffer.from([ofUse]), random, { plaintext, context }),
    sealInPieces: (plaintext, context, turn) =>
      sealPiecesUnder(key, Buffer.from([ofUse]), random, { plaintext, context, turn }),
    open(sealed, context) {
      checkVersion(sealed)
      return openUnder(key, sealed, headBytes[ofUse], context)
    },
    async openInPieces(sealed, context, turn) {
      checkVersion(sealed)
      return openPiecesUnder(key, headBytes[ofUse], { sealed, context, turn })
    },
  }
}

export type DailyVaultOptions = {
  masterKey: Buffer
  use: string
  random: Random
  salts: Pick<DaySalts, 'today' | 'saltOf'>
}

/** How long values of a use are kept. Values of any other use are kept until they are deleted. */
const retentionOfUse: Readonly<Record<string, SaltRetention>> = {
  results: 'month',
  answers: 'month',
  requests: 'month',
  'webhook-answers': 'month',
  'face-reasons': 'year',
}

/**
 * A key for each day, so that no key seals more than one day of values with random IVs (NIST SP 800-38D allows
 * 2³² under one key). When the salt of a day is erased, its values open no more. Values of the version before still open.
 */
export const createDailyVault = ({ masterKey, use, random, salts }: DailyVaultOptions): Vault => {
  const retention = retentionOfUse[use] ?? 'kept'
  const before = createVault(masterKey, use, random)
  // By the salt object: a key is forgotten with its salt.
  const keys = new WeakMap<Buffer, KeyObject>()
  const keyOf = (day: number): KeyObject => {
    const salt = salts.saltOf(retention, day)
    let key = keys.get(salt)
    if (!key) {
      key = deriveKey(masterKey, `vault:${use}:${day}`, salt)
      keys.set(salt, key)
    }
    return key
  }
  const today = () => {
    const day = salts.today()
    return { key: keyOf(day), head: Buffer.from([ofDay, day >>> 8, day & 0xff]) }
  }
  return {
    seal(plaintext, context) {
      const { key, head } = today()
      return sealUnder(key, head, random, { plaintext, context })
    },
    sealInPieces(plaintext, context, turn) {
      const { key, head } = today()
      return sealPiecesUnder(key, head, random, { plaintext, context, turn })
    },
    open: (sealed, context) =>
      sealed[0] === ofDay
        ? openUnder(keyOf(dayOf(sealed)), sealed, headBytes[ofDay], context)
        : before.open(sealed, context),
    openInPieces: async (sealed, context, turn) =>
      sealed[0] === ofDay
        ? openPiecesUnder(keyOf(dayOf(sealed)), headBytes[ofDay], { sealed, context, turn })
        : before.openInPieces(sealed, context, turn),
  }
}

/** The day in the head of a sealed value. */
const dayOf = (sealed: Uint8Array): number => ((sealed[1] ?? 0) << 8) | (sealed[2] ?? 0)

/** Whether nothing is sealed in it: its length says so. */
export const isSealedEmpty = (sealed: Uint8Array): boolean =>
  sealed.length === headBytes[sealed[0] === ofDay ? ofDay : ofUse] + ivBytes + tagBytes

const sealUnder = (
  key: KeyObject,
  head: Buffer,
  random: Random,
  { plaintext, context }: { plaintext: Uint8Array; context: string },
): Buffer => {
  const iv = random.bytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  const begun = cipher.update(plaintext)
  const ended = cipher.final()
  return Buffer.concat([head, iv, cipher.getAuthTag(), begun, ended])
}

/** About 1 ms of work. */
const pieceBytes = 1 << 20

const sealPiecesUnder = async (
  key: KeyObject,
  head: Buffer,
  random: Random,
  { plaintext, context, turn }: { plaintext: Uint8Array; context: string; turn: () => Promise<void> },
): Promise<Buffer> => {
  const iv = random.bytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  const start = head.length + ivBytes + tagBytes
  const sealed = Buffer.allocUnsafeSlow(start + plaintext.length)
  sealed.set(head)
  sealed.set(iv, head.length)
  for (let from = 0; from < plaintext.length; from += pieceBytes) {
    sealed.set(cipher.update(plaintext.subarray(from, from + pieceBytes)), start + from)
    await turn()
  }
  cipher.final()
  sealed.set(cipher.getAuthTag(), head.length + ivBytes)
  return sealed
}

const openUnder = (key: KeyObject, sealed: Uint8Array, ivStart: number, context: string): Buffer => {
  const { decipher, ciphertext } = decipherOf(key, sealed, ivStart, context)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

type SealedValue = { sealed: Uint8Array; context: string; turn: () => Promise<void> }

/** Nothing of it is used before its tag has verified. */
const openPiecesUnder = async (
  key: KeyObject,
  ivStart: number,
  { sealed, context, turn }: SealedValue,
): Promise<Buffer> => {
  const { decipher, ciphertext } = decipherOf(key, sealed, ivStart, context)
  const plaintext = Buffer.allocUnsafeSlow(ciphertext.length)
  for (let from = 0; from < ciphertext.length; from += pieceBytes) {
    plaintext.set(decipher.update(ciphertext.subarray(from, from + pieceBytes)), from)
    await turn()
  }
  decipher.final()
  return plaintext
}

const decipherOf = (key: KeyObject, sealed: Uint8Array, ivStart: number, context: string) => {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const ivEnd = ivStart + ivBytes
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(ivStart, ivEnd), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(context, 'utf8'))
  decipher.setAuthTag(bytes.subarray(ivEnd, ivEnd + tagBytes))
  return { decipher, ciphertext: bytes.subarray(ivEnd + tagBytes) }
}

/**
 * A key for one purpose from the master key (HKDF-SHA256): no key serves two purposes. OpenSSL holds the key, because
 * raw bytes would be copied and prepared again for each use. Node prepares a key object faster than raw bytes.
 */
export const deriveKey = (masterKey: Buffer, purpose: string, salt: Buffer = Buffer.alloc(0)): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', createSecretKey(masterKey), salt, `nani:${purpose}`, 32)))
