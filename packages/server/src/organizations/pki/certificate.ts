import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto'
import type { Clock, Random } from '../../core/index.ts'
import type * as x509 from './x509.ts'

/** Everything here is signed with ECDSA on P-256. */
export const SIGNATURE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A clock that runs a little behind ours must still accept what was issued this second. */
const CLOCK_SKEW_MS = 300_000

export type IssuingContext = { clock: Clock; random: Random }

export type KeyPair = webcrypto.CryptoKeyPair

export function generateKeyPair(): Promise<KeyPair> {
  return webcrypto.subtle.generateKey(SIGNATURE, true, ['sign', 'verify']) as Promise<KeyPair>
}

export function privateKeyToPem(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString()
}

export function privateKeyFromPem(pem: string): Promise<webcrypto.CryptoKey> {
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  return webcrypto.subtle.importKey('pkcs8', pkcs8, SIGNATURE, false, ['sign'])
}

/** 128 random bits, positive and without a leading zero byte, as RFC 5280 § 4.1.2.2 asks. */
export function serialNumber(random: Random): string {
  const bytes = random.bytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

/** Certificates count in whole seconds. */
export function validity(
  { clock }: IssuingContext,
  lifetimeMs: number,
  notAfterMs = Number.POSITIVE_INFINITY,
) {
  const toSecond = (epochMs: number) => new Date(Math.floor(epochMs / 1000) * 1000)
  const nowMs = clock.now()
  return {
    notBefore: toSecond(nowMs - CLOCK_SKEW_MS),
    notAfter: toSecond(Math.min(nowMs + lifetimeMs, notAfterMs)),
  }
}

/** A name in parts, never as text to parse: what it holds cannot turn into further parts. */
export function distinguishedName(commonName: string, organization?: string): x509.JsonName {
  for (const part of [commonName, organization ?? 'x'])
    if (part.length === 0 || part.length > 64)
      throw new RangeError('A common name or organization in a certificate has 1 to 64 characters.')
  return organization === undefined ? [{ CN: [commonName] }] : [{ O: [organization] }, { CN: [commonName] }]
}
