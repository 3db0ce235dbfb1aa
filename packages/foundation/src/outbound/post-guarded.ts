import type { Connections } from './connections.ts'
import { type Answer, type Exchange, exchange } from './exchange.ts'
import { failureOf } from './failed.ts'
import { withinTime } from './within-time.ts'

/** `timeoutMs` is from the look-up of the name to the head of the answer. */
export type PostOptions = Omit<Exchange, 'path'>

/**
 * One POST over keep-alive connections to checked addresses. No redirect is followed. Throws OutboundRefused for a
 * forbidden address, and OutboundFailed without a response.
 */
export const postGuarded = (
  connections: Connections,
  address: string,
  options: PostOptions,
): Promise<Answer> => {
  const endsAtMs = performance.now() + options.timeoutMs
  const known = connections.known(address)
  if (known) return post(known, options, endsAtMs)
  return withinTime(connections.to(address), options.timeoutMs).then((opened) =>
    post(opened, options, endsAtMs),
  )
}

type Connection = NonNullable<ReturnType<Connections['known']>>

const post = async ({ url, opened }: Connection, options: PostOptions, endsAtMs: number): Promise<Answer> => {
  const path = url.pathname + url.search
  const send = () => exchange(opened.pool, { ...options, path, timeoutMs: endsAtMs - performance.now() })
  try {
    const answer = await send().catch((error) => {
      // The endpoint may have been closing a reused connection. The request is sent once more, on a new connection.
      if (!opened.answered || !closedEarly(error)) throw error
      return send()
    })
    opened.answered = true
    return answer
  } catch (error) {
    throw failureOf(error)
  }
}

const closedEarly = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown }).code))
