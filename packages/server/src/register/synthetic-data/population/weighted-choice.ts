import type { Draws } from '../draws.ts'

/** Draws a value with a frequency that corresponds to its weight. */
export const weightedChoice = <T>(
  entries: readonly { value: T; weight: number }[],
): ((draws: Draws) => T) => {
  // One slot for each unit of weight: a draw is one look-up.
  const slots = entries.flatMap(({ value, weight }) => Array.from({ length: weight }, () => value))
  return (draws) => slots[draws.below(slots.length)] as T
}
