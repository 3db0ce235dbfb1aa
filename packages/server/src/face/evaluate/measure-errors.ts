import { type Rate, rateOf } from './exact-interval.ts'

/** Two photographs that could be compared, and whether they are truly of one person. */
export type Compared = { similarity: number; isSame: boolean }

/** At a threshold: pairs of different people that reach it, and of the same person that do not (ISO/IEC 19795-1). */
export type ErrorsAt = { threshold: number; falseMatch: Rate; falseNonMatch: Rate }

export type Errors = {
  same: number
  different: number
  /** Rising; the rates at every similarity that any pair has, thinned out where they are many. */
  curve: { threshold: number; falseMatchRate: number; falseNonMatchRate: number }[]
  at: ErrorsAt[]
  /** The threshold that lets at most this share of different people match, and what it costs. */
  atFalseMatchRate: { wanted: number; errors: ErrorsAt | null }[]
  equalError: { threshold: number; rate: number } | null
  /** The chance that a pair of the same person is more similar than one of different people. */
  areaUnderCurve: number | null
}

/** Those of the specification's guidance. */
export const guidedThresholds = [0.8, 0.85, 0.9, 0.95]
const guidedRates = [1e-2, 1e-3, 1e-4]
const mostCurvePoints = 2_000

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
      // A rate that one pair alone exceeds cannot be told from so few.
      errors: wanted * different.length < 1 ? null : errorsAt(thresholdFor(different, wanted)),
    })),
    equalError: isWhole ? equalError(curve) : null,
    areaUnderCurve: isWhole ? areaUnderCurve(same, different) : null,
  }
}

const share = (count: number, total: number) => (total === 0 ? 0 : count / total)

/** Of values in rising order, how many reach a threshold. */
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
  const step = Math.ceil(all.length / mostCurvePoints)
  return all.filter((_, index) => index % step === 0 || index === all.length - 1)
}

/** The lowest similarity that at most this share of different people's pairs reaches. */
const thresholdFor = (different: Float64Array, wanted: number): number => {
  const allowed = Math.floor(wanted * different.length + 1e-9)
  const firstRefused = different[different.length - 1 - allowed]!
  // Just beyond the most similar pair that must not match; no pair lies between.
  return firstRefused + 1e-9
}

const equalError = (curve: Errors['curve']) => {
  const [first] = curve.toSorted(
    (a, b) =>
      Math.abs(a.falseMatchRate - a.falseNonMatchRate) - Math.abs(b.falseMatchRate - b.falseNonMatchRate),
  )
  return { threshold: first!.threshold, rate: (first!.falseMatchRate + first!.falseNonMatchRate) / 2 }
}

/** Mann and Whitney's statistic; ties count half. */
const areaUnderCurve = (same: Float64Array, different: Float64Array): number => {
  let wins = 0
  for (const similarity of same) {
    const reaching = countReaching(different, similarity)
    const beyond = countReaching(different, similarity + Number.EPSILON)
    wins += different.length - reaching + (reaching - beyond) / 2
  }
  return wins / (same.length * different.length)
}
