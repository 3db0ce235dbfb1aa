import { type BinnedTable, countBins } from './fine-bins.ts'
import type { FittedFeature, FittedTables } from './fitted-tables.ts'
import { fitRegression } from './logistic-regression.ts'
import { type MergeRules, mergeBins, weightsOfEvidence } from './merge-bins.ts'

export type WoeOptions = MergeRules & { l2: number }

/** Fewer rows need larger bins, so that a bin does not learn single rows. */
export const woeOptionsFor = (rows: number): WoeOptions => ({
  maxBins: rows > 50_000 ? 16 : rows > 5_000 ? 8 : 6,
  minShare: rows > 50_000 ? 0.002 : rows > 5_000 ? 0.02 : 0.05,
  minStatistic: 3.84,
  l2: 1,
})

/**
 * Weight of evidence and logistic regression. A feature whose weight would be negative is left out: its table would
 * contradict its own default rates.
 */
export const fitWoe = (table: BinnedTable, options: WoeOptions): FittedTables => {
  const features = table.features.map((feature): FittedFeature => {
    const { binOf, counts } = mergeBins(feature, countBins(feature, table.target), options)
    return { feature, groupOf: binOf, values: weightsOfEvidence(counts), weight: 0 }
  })
  const columns = features.map(({ feature, groupOf, values }) =>
    Float64Array.from(feature.codes, (code) => values[groupOf[code]!]!),
  )
  const target = table.target.map((outcome) => 1 - outcome)
  let used = features.map((_, index) => index).filter((index) => new Set(features[index]!.values).size > 1)
  for (;;) {
    const fit = fitRegression({ columns: used.map((index) => columns[index]!), target, l2: options.l2 })
    const positive = used.filter((_, place) => fit.weights[place]! > 0)
    if (positive.length === used.length) {
      for (const [place, index] of used.entries()) features[index]!.weight = fit.weights[place]!
      return { intercept: fit.intercept, features }
    }
    used = positive
  }
}
