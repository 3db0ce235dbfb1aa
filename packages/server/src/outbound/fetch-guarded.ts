import type { OutboundPolicy } from './check-url.ts'
import { failureOf, OutboundFailed } from './failed.ts'
import { type PoolOptions, pinnedPool } from './pinned-pool.ts'
import { readBody } from './read-body.ts'
import { type Lookup, resolveGuarded } from './resolve-guarded.ts'
import { withinTime } from './within-time.ts'

export type FetchLimits = {
  mostBytes: number
  /** For all of it: resolving, connecting, and reading to the end. */
  timeoutMs: number
  /** Lower-case media types, without parameters. */
  contentTypes: readonly string[]
}

export type Fetched = { contentType: string; bytes: Buffer }

/**
 * Fetches a file that a caller named. No redirect is followed. Throws OutboundRefused when the address must not
 * be called, and OutboundFailed when it gave no file within the limits.
 *
 * @example const { bytes } = await fetchGuarded(image.url, publicOnly, imageLimits, { lookup })
 */
export const fetchGuarded = async (
  address: string,
  policy: OutboundPolicy,
  limits: FetchLimits,
  dependencies: PoolOptions & { lookup: Lookup },
): Promise<Fetched> => {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  const target = await withinTime(resolveGuarded(address, policy, dependencies), limits.timeoutMs)
  const pool = pinnedPool(target, dependencies)
  try {
    const path = target.url.pathname + target.url.search
    const headers = { accept: limits.contentTypes.join(', '), 'accept-encoding': 'identity' }
    const answer = await pool.request({ path, method: 'GET', headers, signal })
    const contentType = checkHead(answer.statusCode, answer.headers, limits)
    const { bytes, complete } = await readBody(answer.body, limits.mostBytes)
    if (!complete) throw tooLarge(limits)
    return { contentType, bytes }
  } catch (error) {
    throw failureOf(error)
  } finally {
    await pool.destroy()
  }
}

const checkHead = (
  status: number,
  headers: Record<string, string | string[] | undefined>,
  limits: FetchLimits,
): string => {
  if (status !== 200) throw new OutboundFailed('answer_refused', `It answered with status ${status}.`)
  const contentType = String(headers['content-type'] ?? '')
    .split(';', 1)
    .join('')
    .trim()
    .toLowerCase()
  if (!limits.contentTypes.includes(contentType)) {
    throw new OutboundFailed('answer_refused', `It is none of ${limits.contentTypes.join(', ')}.`)
  }
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') {
    throw new OutboundFailed('answer_refused', 'It came compressed, which was not asked for.')
  }
  if (Number(headers['content-length'] ?? 0) > limits.mostBytes) throw tooLarge(limits)
  return contentType
}

const tooLarge = ({ mostBytes }: FetchLimits) =>
  new OutboundFailed('answer_refused', `It is larger than ${mostBytes} bytes.`)
