/**
 * Raw name scores and their calibrated values, ascending. The boundary has the value 0.80.
 * bench/screening/fit-boundary.ts fits it on the labelled pairs. It is the highest raw score whose F1 is within 0.01
 * of the best, so that it causes the fewest false alarms. The other knots follow the share of true pairs near them,
 * with equal weight for both classes (see README, Scoring). Between knots the map is linear.
 */
export const defaultThreshold = 0.84
const knots: readonly (readonly [raw: number, score: number])[] = [
  [0, 0],
  [0.5, 0.15],
  [0.75, 0.5],
  [defaultThreshold, 0.8],
  [0.92, 0.88],
  [1, 1],
]

/** The lowest raw name score that has at least this calibrated value. */
export const leastRawScore = (score: number): number => {
  for (let at = 1; at < knots.length; at++) {
    const [rightRaw, rightScore] = knots[at]!
    const [leftRaw, leftScore] = knots[at - 1]!
    if (score <= rightScore)
      return leftRaw + ((score - leftScore) / (rightScore - leftScore)) * (rightRaw - leftRaw)
  }
  return 1
}

/** A raw name score on the calibrated scale. Monotone, 0 to 1. */
export const calibrate = (raw: number): number => {
  for (let at = 1; at < knots.length; at++) {
    const [rightRaw, rightScore] = knots[at]!
    const [leftRaw, leftScore] = knots[at - 1]!
    if (raw > rightRaw) continue
    return leftScore + ((raw - leftRaw) / (rightRaw - leftRaw)) * (rightScore - leftScore)
  }
  return 1
}
