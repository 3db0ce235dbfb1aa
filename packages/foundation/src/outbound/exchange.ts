import type { Dispatcher, Pool } from 'undici'
import { tooLate } from './within-time.ts'

export type Exchange = {
  path: string
  headers: Record<string, string>
  body: string | Buffer
  timeoutMs: number
  /** Maximum number of bytes of the response body that are kept. */
  answerBytes: number
}

export type Answer = { status: number; start: Buffer }

// A body that is read to its end releases its connection. A longer one closes it.
const maxDrainedBytes = 64 * 1024
const noBytes = Buffer.alloc(0)

/**
 * One POST on a keep-alive connection. It uses undici's handlers directly, because the status counts as soon as it
 * arrives, with the part of the body received by then.
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
      // The status alone acknowledges. A faulty or slow body does not matter.
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
          if (length > maxDrainedBytes) given.abort(new Error('the answer is long enough'))
        },
        onResponseEnd: () => end(),
        onResponseError: (_controller, error) => end(error),
      },
    )
  })
