import { type Band, bandOf, bands, probabilityOf } from '../serving/score-scale.ts'

/** A scored row: the score is what ranks, and the probability is the one that is returned. */
export type ScoredRows = { scores: ArrayLike<number>; target: ArrayLike<number> }

export type Metrics = {
  rows: number
  defaults: number
  /** Area under the ROC curve of the score. Equal scores count half. */
  auc: number
  /** Kolmogorov-Smirnov distance between the scores of repaid loans and of defaults. */
  ks: number
  brier: number
  /** Expected calibration error: the larger one of ten groups of equal size and ten groups of equal width. */
  ece: number
  bands: Record<Band, { rows: number; defaults: number; rate: number | null }>
}

/** All metrics of integer scores, as a lender receives them. */
export const measure = ({ scores, target }: ScoredRows): Metrics => {
  const { auc, ks } = rankMetrics(scores, target)
  const probabilities = Float64Array.from(scores, probabilityOf)
  let defaults = 0
  let squares = 0
  for (let row = 0; row < scores.length; row++) {
    defaults += target[row]!
    squares += (probabilities[row]! - target[row]!) ** 2
  }
  return {
    rows: scores.length,
    defaults,
    auc,
    ks,
    brier: squares / scores.length,
    ece: Math.max(
      calibrationError(byRank(probabilities), probabilities, target),
      calibrationError(byWidth(probabilities), probabilities, target),
    ),
    bands: byBand(scores, target),
  }
}

/** AUC and KS of any ranking in which higher is safer. NaN ranks count as an error of the caller. */
export const rankMetrics = (
  scores: ArrayLike<number>,
  target: ArrayLike<number>,
): { auc: number; ks: number } => {
  const order = Uint32Array.from({ length: scores.length }, (_, row) => row)
  order.sort((a, b) => scores[a]! - scores[b]!)
  let good = 0
  let bad = 0
  for (let row = 0; row < scores.length; row++) target[row] ? bad++ : good++
  let seenGood = 0
  let seenBad = 0
  let area = 0
  let ks = 0
  for (let start = 0; start < order.length; ) {
    let end = start
    let goodHere = 0
    let badHere = 0
    const score = scores[order[start]!]!
    for (; end < order.length && scores[order[end]!]! === score; end++) {
      target[order[end]!] ? badHere++ : goodHere++
    }
    area += goodHere * (seenBad + badHere / 2)
    seenGood += goodHere
    seenBad += badHere
    ks = Math.max(ks, Math.abs(seenBad / bad - seenGood / good))
    start = end === start ? start + 1 : end
  }
  return { auc: area / (good * bad), ks }
}

type Groups = (row: number) => number

const byRank = (probabilities: Float64Array): Groups => {
  const sorted = probabilities.toSorted()
  const cuts = Array.from({ length: 9 }, (_, cut) => sorted[Math.floor(((cut + 1) * sorted.length) / 10)]!)
  return (row) => cuts.filter((cut) => probabilities[row]! >= cut).length
}

const byWidth =
  (probabilities: Float64Array): Groups =>
  (row) =>
    Math.min(9, Math.floor(10 * probabilities[row]!))

const calibrationError = (
  groupOf: Groups,
  probabilities: Float64Array,
  target: ArrayLike<number>,
): number => {
  const gaps = new Float64Array(10)
  for (let row = 0; row < probabilities.length; row++)
    gaps[groupOf(row)]! += probabilities[row]! - target[row]!
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / probabilities.length
}

const byBand = (scores: ArrayLike<number>, target: ArrayLike<number>): Metrics['bands'] => {
  const counts = Object.fromEntries(bands.map((band) => [band, { rows: 0, defaults: 0 }])) as Record<
    Band,
    { rows: number; defaults: number }
  >
  for (let row = 0; row < scores.length; row++) {
    const count = counts[bandOf(scores[row]!)]
    count.rows++
    count.defaults += target[row]!
  }
  return Object.fromEntries(
    bands.map((band) => {
      const { rows, defaults } = counts[band]
      return [band, { rows, defaults, rate: rows === 0 ? null : defaults / rows }]
    }),
  ) as Metrics['bands']
}
