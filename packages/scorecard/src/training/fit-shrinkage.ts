import { fitRegression } from './logistic-regression.ts'
import { pool } from './monotone.ts'

export type ShrinkageInput = {
  /** The sum of contributions of each held-out row. */
  sums: Float64Array
  target: Uint8Array
  /** The number of contributing sources of each row. */
  counts: Uint8Array
  /** The greatest number of sources. */
  sources: number
}

/** The factors for 0, 1, 2 … sources, and the fitted slopes for 1, 2 … sources before they were made to rise. */
export type Shrinkage = { factors: number[]; fitted: number[] }

const leastRows = 200

/**
 * How far the sum of contributions holds, by the number of sources that it rests on. The slope of each number is fitted
 * by logistic regression on held-out rows, with its own intercept. The slopes are then made to rise with the number, and
 * divided by the greatest. The calibration restores the general slope.
 */
export const fitShrinkage = ({ sums, target, counts, sources }: ShrinkageInput): Shrinkage => {
  const slopes: number[] = []
  const weights: number[] = []
  for (let count = 1; count <= sources; count++) {
    const rows = Array.from(sums.keys()).filter((row) => counts[row] === count)
    weights.push(rows.length < leastRows ? 0 : rows.length)
    slopes.push(rows.length < leastRows ? 1 : Math.max(0, slopeOf(rows, sums, target)))
  }
  const rising = new Array<number>(sources).fill(1)
  const known = slopes
    .keys()
    .filter((index) => weights[index]! > 0)
    .toArray()
  for (const { from, to, value } of pool(
    known.map((index) => slopes[index]!),
    known.map((index) => weights[index]!),
  )) {
    for (const index of known.slice(from, to)) rising[index] = value
  }
  const factors = madeToRise(rising, weights)
  return { factors: [factors[0]!, ...factors], fitted: slopes.map((slope) => Number(slope.toFixed(4))) }
}

/** A number of sources with too few rows takes the factor of the next lower number. */
const madeToRise = (slopes: readonly number[], weights: readonly number[]): number[] => {
  const known = slopes.filter((_, index) => weights[index]! > 0)
  const greatest = Math.max(...known)
  if (!(greatest > 0)) return slopes.map(() => 1)
  let last = (known[0] ?? greatest) / greatest
  return slopes.map((slope, index) => {
    if (weights[index]! > 0) last = slope / greatest
    return Number(Math.min(1, last).toFixed(4))
  })
}

const slopeOf = (rows: readonly number[], sums: Float64Array, target: Uint8Array): number =>
  fitRegression({
    columns: [Float64Array.from(rows, (row) => sums[row]!)],
    target: Uint8Array.from(rows, (row) => 1 - target[row]!),
    l2: 1,
  }).weights[0]!
