import type { Environment } from '@nani/contract'
import type { Random } from '@nani/foundation/core/index.ts'

/** The three credentials of spec/wire#credentials; the last two are shown once. */
export type Credentials = { api_key: string; secret_key: string; payload_encryption_key: string }

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const apiKeyLength = 24
// The largest multiple of 62 in a byte: bytes above it would favour the first letters.
const unbiased = 248

const randomBase62 = (random: Random, length: number): string => {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < unbiased && text.length < length) text += base62[byte % 62]
    }
  }
  return text
}

/** Formats of spec/wire#credentials. */
export const makeCredentials = (environment: Environment, random: Random): Credentials => {
  const mark = environment === 'production' ? 'live' : 'test'
  return {
    api_key: `key_${mark}_${randomBase62(random, apiKeyLength)}`,
    secret_key: `sk_${mark}_${random.bytes(32).toString('base64url')}`,
    payload_encryption_key: `pek_${mark}_${random.bytes(32).toString('base64url')}`,
  }
}
