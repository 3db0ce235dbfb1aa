import { minuteMs } from '@nani/foundation/core/index.ts'

// spec/webhooks#delivery-schedule: the delay of each attempt after the previous one. The first has none.
const delaysMs = [0, minuteMs, 10 * minuteMs, 60 * minuteMs, 360 * minuteMs]

/** When the attempt after attempt number `made` is due, or null after the last. */
export const nextAttemptMs = (made: number, previousAtMs: number): number | null => {
  const delayMs = delaysMs[made]
  return delayMs === undefined ? null : previousAtMs + delayMs
}

/** An endpoint responds within this time (spec/webhooks#delivery-schedule). */
export const acknowledgementMs = 5_000
