/** Milliseconds. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Milliseconds since 1970, UTC. Passed in everywhere, so that a test can hold it still. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** RFC 3339 in UTC with `Z` (spec/conventions#formats). */
export const rfc3339 = (epochMs: number): string => new Date(epochMs).toISOString()

/** A clock that a test moves by hand. */
export const manualClock = (startMs: number): Clock & { advance(ms: number): void } => {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms
    },
  }
}
