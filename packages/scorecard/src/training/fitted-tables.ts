import type { BinnedFeature, BinnedTable } from './fine-bins.ts'

/**
 * A fitted feature: groups of fine bins with one value each. Value × weight is on the scale of the log odds of a repaid
 * loan. The value of the regression is a weight of evidence; that of boosting is the fitted log odds, with weight 1.
 */
export type FittedFeature = {
  feature: BinnedFeature
  /** For each fine bin the number of its group. The groups keep the order of the bins. */
  groupOf: Uint16Array
  values: Float64Array
  weight: number
}

export type FittedTables = { intercept: number; features: FittedFeature[] }

/** Mean value over the rows, and over the rows with a value. */
export const meansOf = ({ feature, groupOf, values }: FittedFeature): { all: number; reported: number } => {
  let sum = 0
  let reported = 0
  let count = 0
  for (const code of feature.codes) {
    const value = values[groupOf[code]!]!
    sum += value
    if (code === feature.missingBin) continue
    reported += value
    count++
  }
  const all = feature.codes.length === 0 ? 0 : sum / feature.codes.length
  return { all, reported: count === 0 ? all : reported / count }
}

/**
 * A missing value of a source never contributes positively: its value is at most the mean of the reported values.
 * `share` draws the missing value towards that mean: 1 keeps it, 0 makes it neutral.
 */
export const limitMissing = (tables: FittedTables, share: number): FittedTables => ({
  intercept: tables.intercept,
  features: tables.features.map((fitted) => {
    if (fitted.feature.spec.source === null) return fitted
    const { reported } = meansOf(fitted)
    const values = Float64Array.from(fitted.values)
    const group = fitted.groupOf[fitted.feature.missingBin]!
    values[group] = reported + share * Math.min(0, values[group]! - reported)
    return { ...fitted, values }
  }),
})

/** The intercept and the tables so that the contributions of each feature have the mean 0 over these rows. */
export const centre = (tables: FittedTables): { intercept: number; means: number[] } => {
  const means = tables.features.map((fitted) => meansOf(fitted).all)
  const intercept = tables.features.reduce(
    (sum, { weight }, index) => sum + weight * means[index]!,
    tables.intercept,
  )
  return { intercept, means }
}

/** The sum of contributions of each row of a table with the same fine bins. */
export const sumsOf = (tables: FittedTables, means: readonly number[], rows: BinnedTable): Float64Array => {
  const sums = new Float64Array(rows.rows)
  for (const [index, { groupOf, values, weight }] of tables.features.entries()) {
    const contributions = Float64Array.from(groupOf, (group) => weight * (values[group]! - means[index]!))
    const { codes } = rows.features[index]!
    for (let row = 0; row < sums.length; row++) sums[row]! += contributions[codes[row]!]!
  }
  return sums
}
