import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { OutboundPolicy } from './check-url.ts'
import { failureOf, OutboundFailed } from './failed.ts'
import { type PoolOptions, pinnedPool } from './pinned-pool.ts'
import { OutboundRefused } from './refused.ts'
import { type Lookup, resolveGuarded } from './resolve-guarded.ts'
import { withinTime } from './within-time.ts'

export type DownloadOptions = {
  /** The path of the complete file. It is removed if the download fails. */
  path: string
  maxBytes: number
  /** For the whole download, including redirects. */
  timeoutMs: number
  /** The ETag of the last answer. If the file is the same, the result is `unchanged`. */
  etag: string | null
}

export type Download =
  | { outcome: 'unchanged' }
  | { outcome: 'downloaded'; bytes: number; etag: string | null; lastModified: string | null }

const maxRedirects = 5
const redirected = new Set([301, 302, 303, 307, 308])

type Head = { answer: Dispatcher.ResponseData; close(): Promise<void> }

/**
 * Downloads a file from an address of the operator's configuration to the disk. Redirects are followed, and every
 * address is resolved and checked like the first. Throws OutboundRefused or OutboundFailed.
 */
export const downloadGuarded = async (
  address: string,
  policy: OutboundPolicy,
  options: DownloadOptions,
  dependencies: PoolOptions & { lookup: Lookup },
): Promise<Download> => {
  const signal = AbortSignal.timeout(options.timeoutMs)
  try {
    const head = await follow(address, policy, { ...options, signal }, dependencies)
    try {
      return await receive(head.answer, options, signal)
    } finally {
      await head.close()
    }
  } catch (error) {
    throw error instanceof OutboundRefused ? error : failureOf(error)
  }
}

const follow = async (
  address: string,
  policy: OutboundPolicy,
  options: DownloadOptions & { signal: AbortSignal },
  dependencies: PoolOptions & { lookup: Lookup },
): Promise<Head> => {
  let next = address
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const target = await withinTime(resolveGuarded(next, policy, dependencies), options.timeoutMs)
    const pool = await pinnedPool(target, dependencies)
    const close = () => pool.destroy()
    try {
      const answer = await pool.request({
        method: 'GET',
        path: target.url.pathname + target.url.search,
        headers: {
          accept: '*/*',
          'accept-encoding': 'gzip, identity',
          'user-agent': 'nani-lists',
          ...(options.etag !== null && { 'if-none-match': options.etag }),
        },
        signal: options.signal,
      })
      if (!redirected.has(answer.statusCode)) return { answer, close }
      next = locationOf(answer, target.url)
    } catch (error) {
      await close()
      throw error
    }
    await close()
  }
  throw new OutboundFailed('answer_refused', `The server redirected more than ${maxRedirects} times.`)
}

const locationOf = ({ headers }: Dispatcher.ResponseData, from: URL): string => {
  const location = [headers.location].flat()[0]
  if (!location || !URL.canParse(location, from.href))
    throw new OutboundFailed('answer_refused', 'The server redirected without a URL.')
  return new URL(location, from).href
}

const receive = async (
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { path, maxBytes, etag }: DownloadOptions,
  signal: AbortSignal,
): Promise<Download> => {
  if (statusCode === 304 && etag !== null) return { outcome: 'unchanged' }
  if (statusCode !== 200)
    throw new OutboundFailed('answer_refused', `The server responded with status ${statusCode}.`)
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new OutboundFailed('answer_refused', 'The response has a compression that was not requested.')
  const counted = countBytes(maxBytes)
  const unpack = encoding === 'gzip' ? [createGunzip()] : []
  try {
    // Counted after decompression, because a small answer can contain a large file.
    await pipeline([body, ...unpack, counted.stream, createWriteStream(path)], { signal })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const text = (name: string) => [headers[name]].flat()[0] ?? null
  return {
    outcome: 'downloaded',
    bytes: counted.bytes(),
    etag: text('etag'),
    lastModified: text('last-modified'),
  }
}

const countBytes = (maxBytes: number) => {
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes)
        done(new OutboundFailed('answer_refused', `The response is larger than ${maxBytes} bytes.`))
      else done(null, chunk)
    },
  })
  return { stream, bytes: () => bytes }
}
