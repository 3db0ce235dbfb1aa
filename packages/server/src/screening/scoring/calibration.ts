/**
 * Raw name scores and what they are worth, ascending. The boundary, worth 0.80, is fitted on the labelled pairs by
 * bench/screening/fit-boundary.ts: the highest raw score whose F1 lies within 0.01 of the best, so that of equally good
 * boundaries the one with the fewest false alarms is taken. The knots below and above follow the share of true pairs
 * about there, both classes weighing the same (README § Scoring); between knots the map is linear.
 */
export const BOUNDARY = 0.84
const KNOTS: readonly (readonly [raw: number, score: number])[] = [
  [0, 0],
  [0.5, 0.15],
  [0.75, 0.5],
  [BOUNDARY, 0.8],
  [0.92, 0.88],
  [1, 1],
]

/** The lowest raw name score that is worth this much. */
export function leastRawScore(score: number): number {
  for (let at = 1; at < KNOTS.length; at++) {
    const [rightRaw, rightScore] = KNOTS[at]!
    const [leftRaw, leftScore] = KNOTS[at - 1]!
    if (score <= rightScore)
      return leftRaw + ((score - leftScore) / (rightScore - leftScore)) * (rightRaw - leftRaw)
  }
  return 1
}

/** A raw name score on the calibrated scale; monotone, 0 to 1. */
export function calibrate(raw: number): number {
  for (let at = 1; at < KNOTS.length; at++) {
    const [rightRaw, rightScore] = KNOTS[at]!
    const [leftRaw, leftScore] = KNOTS[at - 1]!
    if (raw > rightRaw) continue
    return leftScore + ((raw - leftRaw) / (rightRaw - leftRaw)) * (rightScore - leftScore)
  }
  return 1
}
