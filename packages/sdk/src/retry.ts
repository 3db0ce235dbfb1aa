import { fraction, type RandomBytes } from './clock.ts'
import type { NaniError } from './errors.ts'

const firstDelayMs = 250
const longestDelayMs = 8_000
/** A longer `retry_after` is the caller's to wait for: the error says it. */
const longestRetryAfterMs = 60_000

/**
 * How long to wait before the next attempt, or null to give up. The service's own `retry_after` (seconds)
 * is a floor, with a little jitter above it so that callers do not return all at once; without one the
 * delay is random below a bound that doubles. A used-up quota clears in hours or days: it is not waited for.
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
