import { calibrate } from '../serving/calibrate.ts'
import { sources } from '../serving/credit-records.ts'
import { scoreOfLogOdds } from '../serving/score-scale.ts'
import type { FinishedFit } from './finished-fit.ts'

/** spec/credit#thin-files. */
export const thinFileRange = { min: 560, max: 660 } as const

/**
 * The score of a citizen without a source: the score of all missing bins, within 560..660. Null: a citizen with one
 * neutral source would score less, so that it would pay to hide the source.
 */
export const thinFileOf = (
  finished: Pick<FinishedFit, 'tables' | 'means' | 'intercept' | 'shrinkage' | 'calibration'>,
) => {
  const { tables, means, intercept, calibration } = finished
  const missing = sources.map((source) => missingSum({ tables, means }, source))
  if (tables.features.every(({ feature }) => feature.spec.source === null)) return thinFileRange.min
  const all = missing.reduce((sum, value) => sum + value, 0)
  const scoreOfSum = (sum: number) => scoreOfLogOdds(calibrate(calibration, intercept + sum))
  const score = Math.min(thinFileRange.max, Math.max(thinFileRange.min, scoreOfSum(all)))
  // A small distance covers the rounding of the tables.
  return missing.every((value) => scoreOfSum(all - value - 1e-4) >= score) ? score : null
}

const missingSum = ({ tables, means }: Pick<FinishedFit, 'tables' | 'means'>, source: string): number =>
  tables.features.reduce((sum, { feature, groupOf, values, weight }, index) => {
    if (feature.spec.source !== source) return sum
    return sum + weight * (values[groupOf[feature.missingBin]!]! - means[index]!)
  }, 0)
