import { createHmac } from 'node:crypto'

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator shows now (RFC 6238 with SHA-1, 30 seconds and 6 digits). */
export const oneTimeCode = (secret: string, nowMs = Date.now()): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / stepMs)))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The code of the next step, which a server accepts for a clock that is ahead. The code of this step may be used. */
export const nextCode = (secret: string): string => oneTimeCode(secret, Date.now() + stepMs)
