import { type KeyObject, randomBytes } from 'node:crypto'
import { loadKey } from '@nani/contract/node'
import { type Clock, type RandomBytes, systemClock } from './clock.ts'
import { httpTransport } from './transports/http-transport.ts'
import type { ClientCertificate, Transport } from './transports/transport.ts'

export type NaniOptions = {
  /** For example `http://127.0.0.1:4010`. A live key requires `https://`, except for this machine. */
  baseUrl: string
  /** `key_test_…` or `key_live_…` */
  apiKey: string
  /** `sk_test_…` or `sk_live_…` */
  secretKey: string
  /** `pek_test_…` or `pek_live_…` */
  payloadEncryptionKey: string
  /** The certificate for mutual TLS. Every production call needs it. */
  certificate?: ClientCertificate
  /** Maximum number of retries of a failed call. Default 3. Zero disables retries. */
  maxRetries?: number
  /** For one attempt, in milliseconds; default 30,000. */
  timeoutMs?: number
  transport?: Transport
  clock?: Clock
  random?: RandomBytes
}

/** The settings of a client. OpenSSL holds the keys, and they are printed without their bytes. */
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

/** Throws a TypeError that names the invalid option, without its value. */
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
