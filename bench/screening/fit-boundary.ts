// Fits the only parameter of the calibration: the raw name score with the value 0.80 (scoring/calibration.ts).

export type Judged = { isMatch: boolean; score: number }

const boundaryStep = 0.005
/** Boundaries with an F1 this close to the best are equivalent. The one with the fewest false alarms is used. */
const tolerance = 0.01

/** The highest boundary whose F1 is within the tolerance of the best. */
export const fitBoundary = (pairs: readonly Judged[]): number => {
  const candidates: { boundary: number; f1: number }[] = []
  for (let step = 100; step < 200; step++) {
    const boundary = step * boundaryStep
    candidates.push({ boundary, f1: f1At(pairs, boundary) })
  }
  const best = Math.max(...candidates.map(({ f1 }) => f1))
  return Math.max(...candidates.filter(({ f1 }) => f1 >= best - tolerance).map(({ boundary }) => boundary))
}

/** The F1 score at a threshold. */
export const f1At = (pairs: readonly Judged[], threshold: number): number => {
  let found = 0
  let wrong = 0
  let missed = 0
  for (const { isMatch, score } of pairs) {
    if (score >= threshold) {
      if (isMatch) found++
      else wrong++
    } else if (isMatch) missed++
  }
  return (2 * found) / (2 * found + wrong + missed)
}
