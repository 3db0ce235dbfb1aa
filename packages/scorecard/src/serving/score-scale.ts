/*
 * The score and the probability of default (spec/credit#score-formula), and the bands (spec/credit#bands).
 * x is the logarithm of the odds of a repaid loan: ln((1 − pd) / pd).
 */

export const scoreRange = { min: 300, max: 850 } as const

export const bands = ['A', 'B', 'C', 'D', 'E'] as const
export type Band = (typeof bands)[number]

/** From the highest scores to the lowest. A segment holds the scores from `from` up. */
const segments = [
  { from: 669.5, base: 420.86, slope: 84.44 },
  { from: 579.5, base: 391.14, slope: 94.54 },
  { from: Number.NEGATIVE_INFINITY, base: 401.17, slope: 89.5 },
] as const

const scaleOf: Readonly<Record<Band, { scores: Interval; probabilities: Interval }>> = {
  A: { scores: { min: 750, max: 850 }, probabilities: { min: 0, max: 0.02 } },
  B: { scores: { min: 670, max: 749 }, probabilities: { min: 0.02, max: 0.05 } },
  C: { scores: { min: 580, max: 669 }, probabilities: { min: 0.05, max: 0.12 } },
  D: { scores: { min: 500, max: 579 }, probabilities: { min: 0.12, max: 0.25 } },
  E: { scores: { min: 300, max: 499 }, probabilities: { min: 0.25, max: 1 } },
}

export type Interval = { readonly min: number; readonly max: number }

/** The score of a probability of default: rounded, and limited to 300..850. */
export const scoreOf = (probability: number): number => {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`${probability} is not a probability`)
  return scoreOfLogOdds(Math.log((1 - probability) / probability))
}

/** The score of the log odds of a repaid loan. It never falls when the odds rise. */
export const scoreOfLogOdds = (logOdds: number): number => {
  if (Number.isNaN(logOdds)) throw new RangeError('The log odds are not a number')
  for (const { from, base, slope } of segments) {
    const value = base + slope * logOdds
    if (value >= from) return Math.min(scoreRange.max, Math.max(scoreRange.min, Math.round(value)))
  }
  throw new RangeError('The segments cover every value')
}

/** The probability of default of an integer score: the exact inverse of the formula. */
export const probabilityOf = (score: number): number => {
  if (!Number.isInteger(score) || score < scoreRange.min || score > scoreRange.max) {
    throw new RangeError(`${score} is not a score`)
  }
  const { base, slope } = segments.find(({ from }) => score >= from)!
  return 1 / (1 + Math.exp((score - base) / slope))
}

export const bandOf = (score: number): Band => {
  const band = bands.find((name) => score >= scaleOf[name].scores.min)
  if (!band || score > scoreRange.max) throw new RangeError(`${score} is not a score`)
  return band
}

/** The scores of a band, both ends included. */
export const scoresOf = (band: Band): Interval => scaleOf[band].scores

/** The probabilities of default of a band. A probability at an end belongs to one of the two bands that share it. */
export const probabilitiesOf = (band: Band): Interval => scaleOf[band].probabilities
