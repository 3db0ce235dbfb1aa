import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238) with HMAC-SHA1, 30 seconds and six digits, as authenticators use them. */
const stepMs = 30_000
const usualDigits = 6
/** Codes of one step before and after count too: clocks differ. */
const window = 1
export const totpSecretBytes = 20

export const stepAt = (nowMs: number): number => Math.floor(nowMs / stepMs)

export type TotpAlgorithm = 'sha1' | 'sha256' | 'sha512'

/** The code of a time step (RFC 4226 § 5.3). */
export const codeOfStep = (
  secret: Uint8Array,
  step: number,
  { digits = usualDigits, algorithm = 'sha1' }: { digits?: number; algorithm?: TotpAlgorithm } = {},
): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac(algorithm, secret).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The step of a right code that is later than the last one that was used; null: the code is wrong or was used. */
export const acceptedStep = (
  secret: Uint8Array,
  code: string,
  { nowMs, lastStep }: { nowMs: number; lastStep: number },
): number | null => {
  const given = Buffer.from(code)
  let accepted: number | null = null
  for (let step = stepAt(nowMs) - window; step <= stepAt(nowMs) + window; step++) {
    const expected = Buffer.from(codeOfStep(secret, step))
    const isRight = given.length === expected.length && timingSafeEqual(given, expected)
    if (isRight && step > lastStep) accepted ??= step
  }
  return accepted
}

const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bitsOfDigit = 5

/** RFC 4648, without padding. */
export const base32 = (bytes: Uint8Array): string => {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= bitsOfDigit) {
      bits -= bitsOfDigit
      text += base32Digits[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + base32Digits[(value << (bitsOfDigit - bits)) & 31] : text
}

/** The address that an authenticator reads from a QR code. */
export const totpUri = (secret: string, { issuer, account }: { issuer: string; account: string }): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' })
  return `otpauth://totp/${label}?${query}`
}
