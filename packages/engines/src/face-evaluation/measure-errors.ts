import { type Rate, rateOf } from './exact-interval.ts'

/** Two compared photographs, and whether they show the same person. */
export type Compared = { similarity: number; isSame: boolean }

/** At a threshold: matching pairs of different people, and pairs of one person that do not match (ISO/IEC 19795-1). */
export type ErrorsAt = { threshold: number; falseMatch: Rate; falseNonMatch: Rate }

export type Errors = {
  same: number
  different: number
  /** Ascending: the rates at each similarity of a pair, reduced if there are many. */
  curve: { threshold: number; falseMatchRate: number; falseNonMatchRate: number }[]
  at: ErrorsAt[]
  /** The threshold that limits matches of different people to this share, and its errors. */
  atFalseMatchRate: { wanted: number; errors: ErrorsAt | null }[]
  equalError: { threshold: number; rate: number } | null
  /** The probability that a pair of one person is more similar than a pair of different people. */
  areaUnderCurve: number | null
}

/** The thresholds of the specification's guidance. */
export const guidedThresholds = [0.8, 0.85, 0.9, 0.95]
const guidedRates = [1e-2, 1e-3, 1e-4]
const maxCurvePoints = 2_000

export const measureErrors = (compared: readonly Compared[]): Errors => {
  const side = (isSame: boolean) =>
    Float64Array.from(compared.filter((one) => one.isSame === isSame).map((one) => one.similarity)).sort()
  const [same, different] = [side(true), side(false)]
  const errorsAt = (threshold: number): ErrorsAt => ({
    threshold,
    falseMatch: rateOf(countReaching(different, threshold), different.length),
    falseNonMatch: rateOf(same.length - countReaching(same, threshold), same.length),
  })
  const curve = thresholdsOf(same, different).map((threshold) => ({
    threshold,
    falseMatchRate: share(countReaching(different, threshold), different.length),
    falseNonMatchRate: share(same.length - countReaching(same, threshold), same.length),
  }))
  const isWhole = same.length > 0 && different.length > 0
  return {
    same: same.length,
    different: different.length,
    curve,
    at: guidedThresholds.map(errorsAt),
    atFalseMatchRate: guidedRates.map((wanted) => ({
      wanted,
      // So few pairs cannot measure a rate below one pair.
      errors: wanted * different.length < 1 ? null : errorsAt(thresholdFor(different, wanted)),
    })),
    equalError: isWhole ? equalError(curve) : null,
    areaUnderCurve: isWhole ? areaUnderCurve(same, different) : null,
  }
}

const share = (count: number, total: number) => (total === 0 ? 0 : count / total)

/** Number of ascending values that reach a threshold. */
export const countReaching = (rising: Float64Array | Float32Array, threshold: number): number => {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rising[middle]! < threshold) low = middle + 1
    else high = middle
  }
  return rising.length - low
}

const thresholdsOf = (same: Float64Array, different: Float64Array): number[] => {
  const all = [...new Set([0, ...same, ...different, 1])].sort((a, b) => a - b)
  const step = Math.ceil(all.length / maxCurvePoints)
  return all.filter((_, index) => index % step === 0 || index === all.length - 1)
}

/** The lowest similarity that at most this share of pairs of different people reaches. */
const thresholdFor = (different: Float64Array, wanted: number): number => {
  const allowed = Math.floor(wanted * different.length + 1e-9)
  const firstRefused = different[different.length - 1 - allowed]!
  // Slightly above the most similar pair that must not match. No pair is between them.
  return firstRefused + 1e-9
}

const equalError = (curve: Errors['curve']) => {
  const [first] = curve.toSorted(
    (a, b) =>
      Math.abs(a.falseMatchRate - a.falseNonMatchRate) - Math.abs(b.falseMatchRate - b.falseNonMatchRate),
  )
  return { threshold: first!.threshold, rate: (first!.falseMatchRate + first!.falseNonMatchRate) / 2 }
}

/** Mann and Whitney's statistic. Ties count half. */
const areaUnderCurve = (same: Float64Array, different: Float64Array): number => {
  let wins = 0
  for (const similarity of same) {
    const reaching = countReaching(different, similarity)
    const beyond = countReaching(different, similarity + Number.EPSILON)
    wins += different.length - reaching + (reaching - beyond) / 2
  }
  return wins / (same.length * different.length)
}
