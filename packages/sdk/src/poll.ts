import type { Clock } from './clock.ts'
import { NaniTimeoutError } from './errors.ts'

/** How long to wait for something that is under way. */
export type WaitOptions = {
  /** In milliseconds. */
  timeoutMs?: number
  signal?: AbortSignal
}

const firstPauseMs = 200
const longestPauseMs = 5_000

/** Pauses between polls: each half as long again as the last, up to five seconds, and never past the limit. */
export const pauses = (clock: Clock, what: string, defaultTimeoutMs: number, options: WaitOptions) => {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  let pauseMs = firstPauseMs
  let endsAtMs = clock.now() + timeoutMs
  return {
    /** Something moved: begin again with short pauses and the whole time. */
    restart() {
      pauseMs = firstPauseMs
      endsAtMs = clock.now() + timeoutMs
    },
    async next(): Promise<void> {
      const leftMs = endsAtMs - clock.now()
      if (leftMs <= 0) throw new NaniTimeoutError(`${what} is still pending after ${timeoutMs} ms.`)
      await clock.sleep(Math.min(pauseMs, leftMs), options.signal)
      pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)
    },
  }
}
