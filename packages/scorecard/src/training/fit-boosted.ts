import { type BinnedFeature, type BinnedTable, countBins } from './fine-bins.ts'
import type { FittedFeature, FittedTables } from './fitted-tables.ts'
import { directionOf } from './merge-bins.ts'

/*
 * Boosted stumps with monotone constraints. Each stump reads one feature, so that the sum of the stumps of a feature is
 * a look-up table, and the model stays additive. Each stump is monotone, and so is their sum.
 */

export type BoostOptions = {
  learningRate: number
  maxRounds: number
  /** Rounds without a better loss on the held-out rows, after which boosting stops. */
  patience: number
  l2: number
  /** Least sum of p × (1 − p) on each side of a split. */
  minHessian: number
}

export const boostOptionsFor = (rows: number): BoostOptions => ({
  learningRate: rows > 50_000 ? 0.1 : 0.05,
  maxRounds: 3_000,
  patience: rows > 50_000 ? 50 : 80,
  l2: rows > 50_000 ? 2 : 5,
  minHessian: rows > 50_000 ? 3 : 5,
})

type Direction = 'risk_rises' | 'risk_falls' | 'free'
type Sums = { gradient: Float64Array; hessian: Float64Array }
type Stump = { gain: number; feature: number; from: number; to: number; inside: number; outside: number }

/** Fits on one part of the rows and stops by the loss of the other part. */
export const fitBoosted = (
  fitting: BinnedTable,
  stopping: BinnedTable,
  options: BoostOptions,
): FittedTables => {
  const directions = fitting.features.map((feature) =>
    directionOf(feature, countBins(feature, fitting.target)),
  )
  const tables = fitting.features.map(({ binCount }) => new Float64Array(binCount))
  const start = startOf(fitting.target)
  const own = new Float64Array(fitting.rows).fill(start)
  const other = new Float64Array(stopping.rows).fill(start)
  let best = { loss: lossOf(other, stopping.target), round: 0, tables: tables.map((table) => table.slice()) }
  const sums = newSums(fitting)
  for (let round = 1; round <= options.maxRounds && round - best.round <= options.patience; round++) {
    sumGradients(fitting, own, sums)
    const stump = bestStump(fitting.features, directions, sums, options)
    if (!stump) break
    const step = stepOf(fitting.features[stump.feature]!, stump, options.learningRate)
    add(tables[stump.feature]!, step)
    addToRows(own, fitting.features[stump.feature]!, step)
    addToRows(other, stopping.features[stump.feature]!, step)
    if (round % 5 !== 0) continue
    const loss = lossOf(other, stopping.target)
    if (loss < best.loss) best = { loss, round, tables: tables.map((table) => table.slice()) }
  }
  return {
    intercept: start,
    features: best.tables.map((values, index) => whole(fitting.features[index]!, values)),
  }
}

/** Each fine bin is a group of its own. */
const whole = (feature: BinnedFeature, values: Float64Array): FittedFeature => ({
  feature,
  groupOf: Uint16Array.from(values, (_, bin) => bin),
  values,
  weight: 1,
})

const startOf = (target: Uint8Array): number => {
  const defaults = target.reduce((sum, outcome) => sum + outcome, 0)
  return Math.log((target.length - defaults + 0.5) / (defaults + 0.5))
}

const lossOf = (logOdds: Float64Array, target: Uint8Array): number => {
  let loss = 0
  for (let row = 0; row < logOdds.length; row++) {
    const margin = target[row] ? logOdds[row]! : -logOdds[row]!
    loss += margin > 30 ? margin : Math.log1p(Math.exp(margin))
  }
  return loss
}

const newSums = (table: BinnedTable): Sums[] =>
  table.features.map(({ binCount }) => ({
    gradient: new Float64Array(binCount),
    hessian: new Float64Array(binCount),
  }))

const sumGradients = (table: BinnedTable, logOdds: Float64Array, sums: readonly Sums[]) => {
  const errors = new Float64Array(table.rows)
  const curvature = new Float64Array(table.rows)
  for (let row = 0; row < table.rows; row++) {
    const repaid = 1 / (1 + Math.exp(-logOdds[row]!))
    errors[row] = 1 - table.target[row]! - repaid
    curvature[row] = repaid * (1 - repaid)
  }
  for (const [index, { codes }] of table.features.entries()) {
    const { gradient, hessian } = sums[index]!
    gradient.fill(0)
    hessian.fill(0)
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row]!
      gradient[code]! += errors[row]!
      hessian[code]! += curvature[row]!
    }
  }
}

const bestStump = (
  features: readonly BinnedFeature[],
  directions: readonly Direction[],
  sums: readonly Sums[],
  options: BoostOptions,
): Stump | null => {
  let best: Stump | null = null
  for (const [index, feature] of features.entries()) {
    const stump = bestOfFeature(feature, directions[index]!, sums[index]!, options)
    if (stump && stump.gain > (best?.gain ?? 1e-9)) best = { ...stump, feature: index }
  }
  return best
}

/** Ordinary bins are split at an edge. A code, or the missing bin, is split from all others. */
const bestOfFeature = (
  feature: BinnedFeature,
  direction: Direction,
  { gradient, hessian }: Sums,
  { l2, minHessian }: BoostOptions,
): Stump | null => {
  const { ordinary, binCount } = feature
  let best: Stump | null = null
  let allG = 0
  let allH = 0
  for (let bin = 0; bin < ordinary; bin++) {
    allG += gradient[bin]!
    allH += hessian[bin]!
  }
  let leftG = 0
  let leftH = 0
  for (let bin = 0; bin < ordinary - 1; bin++) {
    leftG += gradient[bin]!
    leftH += hessian[bin]!
    const rightH = allH - leftH
    if (leftH < minHessian || rightH < minHessian) continue
    const inside = leftG / (leftH + l2)
    const outside = (allG - leftG) / (rightH + l2)
    // Values are log odds of a repaid loan: they fall where the risk rises.
    if (direction === 'risk_rises' && inside < outside) continue
    if (direction === 'risk_falls' && inside > outside) continue
    const gain = inside * leftG + outside * (allG - leftG)
    if (gain > (best?.gain ?? 0)) best = { gain, feature: 0, from: 0, to: bin + 1, inside, outside }
  }
  for (let bin = ordinary; bin < binCount; bin++) {
    if (hessian[bin]! < minHessian / 2) continue
    const inside = gradient[bin]! / (hessian[bin]! + l2)
    const gain = inside * gradient[bin]!
    if (gain > (best?.gain ?? 0)) best = { gain, feature: 0, from: bin, to: bin + 1, inside, outside: 0 }
  }
  return best
}

/** What the stump adds to each bin. */
const stepOf = ({ ordinary, binCount }: BinnedFeature, stump: Stump, learningRate: number): Float64Array =>
  Float64Array.from({ length: binCount }, (_, bin) => {
    if (bin >= stump.from && bin < stump.to) return learningRate * stump.inside
    return bin < ordinary ? learningRate * stump.outside : 0
  })

const add = (table: Float64Array, step: Float64Array) => {
  for (let bin = 0; bin < table.length; bin++) table[bin]! += step[bin]!
}

const addToRows = (logOdds: Float64Array, { codes }: BinnedFeature, step: Float64Array) => {
  for (let row = 0; row < codes.length; row++) logOdds[row]! += step[codes[row]!]!
}

/** The mean of several fits of the same bins. The mean of additive models is additive, and it varies less. */
export const meanTables = (fits: readonly FittedTables[]): FittedTables => ({
  intercept: fits.reduce((sum, { intercept }) => sum + intercept, 0) / fits.length,
  features: fits[0]!.features.map((fitted, index) => ({
    ...fitted,
    values: fitted.values.map(
      (_, bin) => fits.reduce((sum, { features }) => sum + features[index]!.values[bin]!, 0) / fits.length,
    ),
  })),
})
