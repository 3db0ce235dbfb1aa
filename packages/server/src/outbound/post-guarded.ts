import type { Dispatcher } from 'undici'
import type { Connections } from './connections.ts'
import { failureOf } from './failed.ts'
import { readBody } from './read-body.ts'
import { withinTime } from './within-time.ts'

export type PostOptions = {
  headers: Record<string, string>
  body: string
  /** From the look-up of the name to the head of the answer. */
  timeoutMs: number
  /** How much of the answer's body is wanted. */
  answerBytes: number
}

export type PostAnswer = { status: number; start: Buffer }

/**
 * One POST over kept-alive connections to checked addresses. No redirect is followed. Throws OutboundRefused
 * when the address must not be called, and OutboundFailed when no answer came.
 */
export const postGuarded = async (
  connections: Connections,
  address: string,
  { headers, body, timeoutMs, answerBytes }: PostOptions,
): Promise<PostAnswer> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const { url, opened } = await withinTime(connections.to(address), signal)
  const send = () =>
    opened.pool.request({ path: url.pathname + url.search, method: 'POST', headers, body, signal })
  try {
    const answer = await send().catch((error) => {
      // A kept connection that the far side was just closing says nothing of the far side: once more, anew.
      if (!opened.answered || signal.aborted || !closedEarly(error)) throw error
      return send()
    })
    opened.answered = true
    return { status: answer.statusCode, start: await startOf(answer.body, answerBytes) }
  } catch (error) {
    throw failureOf(error)
  }
}

const closedEarly = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown }).code))

// Read to its end a body gives its connection back; one that is longer is let go with it.
const mostDrainedBytes = 64 * 1024

// The status alone acknowledges: what is wrong with the body, or slow, changes nothing.
const startOf = async (body: Dispatcher.ResponseData['body'], answerBytes: number): Promise<Buffer> => {
  try {
    return (await readBody(body, mostDrainedBytes)).bytes.subarray(0, answerBytes)
  } catch {
    return Buffer.alloc(0)
  }
}
