import type { Clock } from './clock.ts'
import { NaniTimeoutError } from './errors.ts'

/** Options of a wait. */
export type WaitOptions = {
  /** In milliseconds. */
  timeoutMs?: number
  signal?: AbortSignal
}

const firstPauseMs = 200
const longestPauseMs = 5_000

/** Pauses between polls. Each is 1.5 times the previous one, up to five seconds, and within the time limit. */
export const pauses = (clock: Clock, what: string, defaultTimeoutMs: number, options: WaitOptions) => {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  let pauseMs = firstPauseMs
  let endsAtMs = clock.now() + timeoutMs
  return {
    /** After progress: starts again with short pauses and the full time limit. */
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
