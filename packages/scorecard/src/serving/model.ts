import type { Source } from './credit-records.ts'
import type { FactorCode } from './factors.ts'

/*
 * The file format of a model. A model is a list of look-up tables: each feature has bins, and each bin has a weight of
 * evidence. All values are on the scale of the log odds of a repaid loan, so that more is better.
 */

export const modelFormat = 'nani-scorecard/1'

/** How the columns of a feature become one value. The feature is missing when one of its columns is missing. */
export type Derivation = { operation: Operation; columns: string[] }
export const operations = ['sum', 'difference', 'product', 'ratio', 'max', 'min'] as const
export type Operation = (typeof operations)[number]

export type Bin = {
  label: string
  /** Weight of evidence: the logarithm of (share of repaid loans / share of defaults) of this bin. */
  woe: number
  /** Share of the training rows in this bin. */
  share: number
  /** Observed default rate of the training rows in this bin. Null: no row. */
  default_rate: number | null
}

export type Feature = {
  name: string
  /** The source of its columns. Null for a file without sources, which cannot be served. */
  source: Source | null
  factor: FactorCode | null
  derivation: Derivation | null
  /** The ordinary bins of a number: bin i holds the values below `edges[i]`, the last one holds the rest. */
  edges: number[]
  /** The ordinary bins of a category: bin i holds these texts. Null for a number. */
  categories: string[][] | null
  /** Codes of a number that have bins of their own, after the ordinary ones. */
  special: number[][]
  /** Ordinary bins, special bins, and at the end the bin of a missing value. */
  bins: Bin[]
  weight: number
  /** Mean weight of evidence over the training rows. */
  mean: number
}

/** From the log odds of the tables to calibrated log odds. Both forms rise strictly. */
export type Calibration =
  | { method: 'isotonic'; from: number[]; to: number[] }
  | { method: 'platt'; slope: number; intercept: number }

export type Recalibration = {
  /** The version whose log odds were fitted. */
  base_version: string
  file_sha256: string
  /** The rows of the file on which intercept and slope were fitted. */
  rows: number
  defaults: number
  /** Log odds = intercept + slope × log odds of the base. */
  intercept: number
  slope: number
  /** What a missing value costs, as a share of what it costs in the base. */
  missing_share: number
}

/** What the probabilities of a model rest on. */
export type ModelBasis = 'trained' | 'recalibrated' | 'generated'

export const basisOf = (model: Pick<ScorecardModel, 'recalibrated_on' | 'trained_on'>): ModelBasis => {
  if (model.recalibrated_on) return 'recalibrated'
  // A file that does not say so explicitly counts as generated.
  return model.trained_on?.generated === false ? 'trained' : 'generated'
}

export type ScorecardModel = {
  format: typeof modelFormat
  version: string
  trained_on: {
    description: string
    /** True when the rows are synthetic: such a model must not decide about people. */
    generated: boolean
    file_sha256: string | null
    rows: number
    defaults: number
    excluded: string[]
  }
  /** How the probabilities were fitted again to own outcomes. Absent: they are those of the training. */
  recalibrated_on?: Recalibration
  method: 'woe' | 'boosted'
  features: Feature[]
  /** Log odds at the training mean. */
  intercept: number
  /** Factor for a favourable sum of contributions, by the number of contributing sources (0 to 4). */
  shrinkage: number[]
  /** The factors for 1 to 4 sources as they were fitted, before they were made to rise. For the model card. */
  shrinkage_fitted: number[]
  calibration: Calibration
  thin_file_score: number
  /** Share of the training rows in each band, and in each twentieth of the scores: for monitoring. */
  score_distribution: { scores: number[]; shares: number[] }
  metrics: Record<string, number>
}
