import { fraction, type RandomBytes } from './clock.ts'
import type { NaniError } from './errors.ts'

const firstDelayMs = 250
const longestDelayMs = 8_000
/** The caller must wait for a longer `retry_after`. The error contains it. */
const longestRetryAfterMs = 60_000

/**
 * The delay before the next attempt, or null without one. The `retry_after` of the service (seconds) is the minimum. A
 * small jitter is added, so that callers do not return simultaneously. Without it the delay is random below a bound
 * that doubles. An exhausted quota recovers in hours or days, so it is not retried.
 */
export const retryDelayMs = (error: NaniError, attempt: number, random: RandomBytes): number | null => {
  if (!error.retryable) return null
  const bound = Math.min(longestDelayMs, firstDelayMs * 2 ** attempt)
  const retryAfter = error.context.retry_after
  if (typeof retryAfter === 'number' && retryAfter >= 0) {
    const floorMs = retryAfter * 1000
    return floorMs > longestRetryAfterMs ? null : floorMs + fraction(random) * firstDelayMs
  }
  if (error.code === 'quota_exceeded' || error.code === 'batch_quota_exceeded') return null
  return fraction(random) * bound
}
