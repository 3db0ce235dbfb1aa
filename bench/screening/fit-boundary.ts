// Fits the one number of the calibration: the raw name score that is worth 0.80 (scoring/calibration.ts).

export type Judged = { isMatch: boolean; score: number }

const STEP = 0.005
/** Boundaries whose F1 is this close to the best are equally good; the one with the fewest false alarms is taken. */
const TOLERANCE = 0.01

/** The highest boundary whose F1 lies within the tolerance of the best. */
export function fitBoundary(pairs: readonly Judged[]): number {
  const candidates: { boundary: number; f1: number }[] = []
  for (let step = 100; step < 200; step++) {
    const boundary = step * STEP
    candidates.push({ boundary, f1: f1At(pairs, boundary) })
  }
  const best = Math.max(...candidates.map(({ f1 }) => f1))
  return Math.max(...candidates.filter(({ f1 }) => f1 >= best - TOLERANCE).map(({ boundary }) => boundary))
}

/** Precision and recall in one number, at a threshold. */
export function f1At(pairs: readonly Judged[], threshold: number): number {
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
