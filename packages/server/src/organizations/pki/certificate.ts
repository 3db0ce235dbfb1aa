import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto'
import type { Clock, Random } from '@nani/foundation/core/index.ts'
import type * as x509 from './x509.ts'

/** Every signature uses ECDSA on P-256. */
export const signature = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A client whose clock is slightly slow must accept a certificate issued this second. */
const clockSkewMs = 300_000

export type IssuingContext = { clock: Clock; random: Random }

export type KeyPair = webcrypto.CryptoKeyPair

export const generateKeyPair = (): Promise<KeyPair> =>
  webcrypto.subtle.generateKey(signature, true, ['sign', 'verify']) as Promise<KeyPair>

export const privateKeyToPem = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString()

export const privateKeyFromPem = (pem: string): Promise<webcrypto.CryptoKey> => {
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  return webcrypto.subtle.importKey('pkcs8', pkcs8, signature, false, ['sign'])
}

/** 128 random bits, positive and without a leading zero byte, as RFC 5280 § 4.1.2.2 requires. */
export const serialNumber = (random: Random): string => {
  const bytes = random.bytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

/** Certificates have a resolution of whole seconds. */
export const validity = (
  { clock }: IssuingContext,
  lifetimeMs: number,
  notAfterMs = Number.POSITIVE_INFINITY,
) => {
  const toSecond = (epochMs: number) => new Date(Math.floor(epochMs / 1000) * 1000)
  const nowMs = clock.now()
  return {
    notBefore: toSecond(nowMs - clockSkewMs),
    notAfter: toSecond(Math.min(nowMs + lifetimeMs, notAfterMs)),
  }
}

/** A name as separate parts, never as text to parse, so that a value cannot add further parts. */
export const distinguishedName = (commonName: string, organization?: string): x509.JsonName => {
  for (const part of [commonName, organization ?? 'x'])
    if (part.length === 0 || part.length > 64)
      throw new RangeError('A common name or organization in a certificate must have 1 to 64 characters.')
  return organization === undefined ? [{ CN: [commonName] }] : [{ O: [organization] }, { CN: [commonName] }]
}
