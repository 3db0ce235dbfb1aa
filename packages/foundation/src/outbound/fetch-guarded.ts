import { traceHeaders } from '../core/index.ts'
import type { OutboundPolicy } from './check-url.ts'
import { failureOf, OutboundFailed } from './failed.ts'
import { type PoolOptions, pinnedPool } from './pinned-pool.ts'
import { readBody } from './read-body.ts'
import { type Lookup, resolveGuarded } from './resolve-guarded.ts'
import { withinTime } from './within-time.ts'

export type FetchLimits = {
  maxBytes: number
  /** For resolving, connecting, and reading to the end. */
  timeoutMs: number
  /** Lower-case media types, without parameters. Null: any, because the content of the file decides. */
  contentTypes: readonly string[] | null
}

export type FetchedFile = { contentType: string; bytes: Buffer }

/**
 * Fetches a file from an address of a caller. No redirect is followed. Throws OutboundRefused for a forbidden address,
 * and OutboundFailed if it gives no file within the limits.
 *
 * @example const { bytes } = await fetchGuarded(image.url, publicOnly, imageLimits, { lookup })
 */
export const fetchGuarded = async (
  address: string,
  policy: OutboundPolicy,
  limits: FetchLimits,
  dependencies: PoolOptions & { lookup: Lookup },
): Promise<FetchedFile> => {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  const target = await withinTime(resolveGuarded(address, policy, dependencies), limits.timeoutMs)
  const pool = await pinnedPool(target, dependencies)
  try {
    const path = target.url.pathname + target.url.search
    const accept = limits.contentTypes?.join(', ') ?? '*/*'
    const headers = { accept, 'accept-encoding': 'identity', ...traceHeaders() }
    const answer = await pool.request({ path, method: 'GET', headers, signal })
    const contentType = checkHead(answer.statusCode, answer.headers, limits)
    const { bytes, complete } = await readBody(answer.body, limits.maxBytes)
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
  if (status !== 200)
    throw new OutboundFailed('answer_refused', `The server responded with status ${status}.`, status)
  const contentType = String(headers['content-type'] ?? '')
    .split(';', 1)
    .join('')
    .trim()
    .toLowerCase()
  if (limits.contentTypes && !limits.contentTypes.includes(contentType)) {
    throw new OutboundFailed(
      'answer_refused',
      `The content type is not one of ${limits.contentTypes.join(', ')}.`,
    )
  }
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') {
    throw new OutboundFailed('answer_refused', 'The response is compressed, which was not requested.')
  }
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits)
  return contentType
}

const tooLarge = ({ maxBytes }: FetchLimits) =>
  new OutboundFailed('answer_refused', `The response is larger than ${maxBytes} bytes.`)
