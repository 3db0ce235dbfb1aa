import type { Dispatcher, Pool } from 'undici'
import { tooLate } from './within-time.ts'

export type Exchange = {
  path: string
  headers: Record<string, string>
  body: string | Buffer
  timeoutMs: number
  /** How much of the answer's body is kept. */
  answerBytes: number
}

export type Answer = { status: number; start: Buffer }

// Read to its end a body gives its connection back; one that is longer is let go with it.
const mostDrainedBytes = 64 * 1024
const noBytes = Buffer.alloc(0)

/**
 * One POST on a kept-alive connection. Written on undici's own handlers, because the status counts as soon as it
 * is there, and what came of the body by then is kept.
 */
export const exchange = (
  pool: Pool,
  { path, headers, body, timeoutMs, answerBytes }: Exchange,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let start = noBytes
    let length = 0
    let over = false
    const end = (error?: Error) => {
      if (over) return
      over = true
      clearTimeout(timer)
      // The status alone acknowledges: what is wrong with the body, or slow, changes nothing.
      if (status === 0) reject(error)
      else resolve({ status, start })
    }
    const giveUp = () => {
      end(tooLate())
      controller?.abort(tooLate())
    }
    const timer = setTimeout(giveUp, Math.max(0, timeoutMs))
    pool.dispatch(
      { path, method: 'POST', headers, body },
      {
        onRequestStart(given) {
          controller = given
          if (over) given.abort(tooLate())
        },
        onResponseStart(_controller, code) {
          if (code >= 200) status = code
        },
        onResponseData(given, chunk) {
          if (start.length < answerBytes) start = Buffer.concat([start, chunk]).subarray(0, answerBytes)
          length += chunk.length
          if (length > mostDrainedBytes) given.abort(new Error('the answer is long enough'))
        },
        onResponseEnd: () => end(),
        onResponseError: (_controller, error) => end(error),
      },
    )
  })
