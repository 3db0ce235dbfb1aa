/** Raw scores and what they are worth, ascending. */
const KNOTS: readonly (readonly [raw: number, score: number])[] = [
  [0, 0],
  [0.82, 0.8],
  [1, 1],
]

/** A raw name score on the calibrated scale; monotone. */
export function calibrate(raw: number): number {
  for (let at = 1; at < KNOTS.length; at++) {
    const [rightRaw, rightScore] = KNOTS[at]!
    const [leftRaw, leftScore] = KNOTS[at - 1]!
    if (raw <= rightRaw)
      return leftScore + ((raw - leftRaw) / (rightRaw - leftRaw)) * (rightScore - leftScore)
  }
  return 1
}
