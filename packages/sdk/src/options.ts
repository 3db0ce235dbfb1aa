import { type KeyObject, randomBytes } from 'node:crypto'
import { loadKey } from '@nani/contract/node'
import { type Clock, type RandomBytes, systemClock } from './clock.ts'
import { httpTransport, type Transport } from './transport.ts'

/** PEM texts. `ca` is needed when the server's certificate comes from a private authority. */
export type ClientCertificate = { certificate?: string; privateKey?: string; ca?: string }

export type NaniOptions = {
  /** Such as `http://127.0.0.1:4010`. With a live key `https://`, but for this machine itself. */
  baseUrl: string
  /** `key_test_…` or `key_live_…` */
  apiKey: string
  /** `sk_test_…` or `sk_live_…` */
  secretKey: string
  /** `pek_test_…` or `pek_live_…` */
  payloadEncryptionKey: string
  /** Mutual TLS; every production call needs it. */
  certificate?: ClientCertificate
  /** How often a failed call is tried again; default 3. Zero turns retries off. */
  maxRetries?: number
  /** For one attempt, in milliseconds; default 30,000. */
  timeoutMs?: number
  transport?: Transport
  clock?: Clock
  random?: RandomBytes
}

/** What one client works with; the keys are held by OpenSSL and print without their bytes. */
export type Settings = {
  origin: string
  pathPrefix: string
  apiKey: string
  secretKey: KeyObject
  payloadEncryptionKey: KeyObject
  maxRetries: number
  timeoutMs: number
  transport: Transport
  clock: Clock
  random: RandomBytes
}

/** Throws a TypeError that names the wrong option and never shows its value. */
export const readOptions = (options: NaniOptions): Settings => {
  const url = readBaseUrl(options.baseUrl)
  if (!/^key_(test|live)_[0-9A-Za-z]{24}$/.test(options.apiKey ?? '')) {
    throw new TypeError('apiKey looks like key_test_… or key_live_… followed by 24 letters and digits.')
  }
  if (options.apiKey.startsWith('key_live_') && url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new TypeError(
      'baseUrl must begin with https:// for a live key: plain http shows who is asked about what.',
    )
  }
  const secretKey = readKey('secretKey', 'sk', options)
  const payloadEncryptionKey = readKey('payloadEncryptionKey', 'pek', options)
  return {
    origin: url.origin,
    pathPrefix: url.pathname.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    secretKey,
    payloadEncryptionKey,
    maxRetries: options.maxRetries ?? 3,
    timeoutMs: options.timeoutMs ?? 30_000,
    transport: options.transport ?? httpTransport(options.certificate),
    clock: options.clock ?? systemClock,
    random: options.random ?? randomBytes,
  }
}

const readBaseUrl = (baseUrl: string): URL => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search) {
    throw new TypeError('baseUrl must be an http or https address without credentials or query.')
  }
  return url
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

const readKey = (
  name: 'secretKey' | 'payloadEncryptionKey',
  prefix: 'sk' | 'pek',
  options: NaniOptions,
): KeyObject => {
  const expected = `${prefix}_${options.apiKey.startsWith('key_live_') ? 'live' : 'test'}_`
  if (!options[name]?.startsWith(expected)) {
    throw new TypeError(`${name} must start with ${expected}, to go with this API key.`)
  }
  try {
    return loadKey(options[name])
  } catch {
    throw new TypeError(`${name} must be ${expected} followed by 43 base64url characters.`)
  }
}
