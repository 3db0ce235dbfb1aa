const minuteMs = 60_000

// Spec 2 § Delivery: the delay of each attempt since the one before; the first leaves at once.
const delaysMs = [0, minuteMs, 10 * minuteMs, 60 * minuteMs, 360 * minuteMs]

/** How often an event is sent before it is given up. */
export const mostAttempts = delaysMs.length

/** When the attempt after the `made`-th is due, or null after the last. */
export const nextAttemptMs = (made: number, previousAtMs: number): number | null => {
  const delayMs = delaysMs[made]
  return delayMs === undefined ? null : previousAtMs + delayMs
}

/** The answer must be there by then (spec 2 § Delivery). */
export const acknowledgementMs = 5_000
