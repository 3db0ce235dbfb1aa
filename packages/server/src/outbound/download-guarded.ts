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
  /** Where the file is written, whole; it is removed again when the download fails. */
  path: string
  mostBytes: number
  /** For all of it, redirects included. */
  timeoutMs: number
  /** What the last answer carried: who has it still answers `unchanged`. */
  etag: string | null
}

export type Downloaded =
  | { outcome: 'unchanged' }
  | { outcome: 'downloaded'; bytes: number; etag: string | null; lastModified: string | null }

const mostRedirects = 5
const redirected = new Set([301, 302, 303, 307, 308])

type Head = { answer: Dispatcher.ResponseData; close(): Promise<void> }

/**
 * Downloads a file that an operator configured, to the disk. Redirects are followed, and every address on the way is
 * resolved and checked like the first. Throws OutboundRefused or OutboundFailed.
 */
export const downloadGuarded = async (
  address: string,
  policy: OutboundPolicy,
  options: DownloadOptions,
  dependencies: PoolOptions & { lookup: Lookup },
): Promise<Downloaded> => {
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
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const target = await withinTime(resolveGuarded(next, policy, dependencies), options.timeoutMs)
    const pool = pinnedPool(target, dependencies)
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
  throw new OutboundFailed('answer_refused', `It redirected more than ${mostRedirects} times.`)
}

const locationOf = ({ headers }: Dispatcher.ResponseData, from: URL): string => {
  const location = [headers.location].flat()[0]
  if (!location || !URL.canParse(location, from.href))
    throw new OutboundFailed('answer_refused', 'It redirected to no address.')
  return new URL(location, from).href
}

const receive = async (
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { path, mostBytes, etag }: DownloadOptions,
  signal: AbortSignal,
): Promise<Downloaded> => {
  if (statusCode === 304 && etag !== null) return { outcome: 'unchanged' }
  if (statusCode !== 200) throw new OutboundFailed('answer_refused', `It answered with status ${statusCode}.`)
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new OutboundFailed('answer_refused', 'It came compressed in a way that was not asked for.')
  const counted = countBytes(mostBytes)
  const unpack = encoding === 'gzip' ? [createGunzip()] : []
  try {
    // Counted after it is unpacked: a small answer may hold a large file.
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

const countBytes = (mostBytes: number) => {
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > mostBytes)
        done(new OutboundFailed('answer_refused', `It is larger than ${mostBytes} bytes.`))
      else done(null, chunk)
    },
  })
  return { stream, bytes: () => bytes }
}
