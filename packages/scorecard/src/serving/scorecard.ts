import { binOf, prepareFeature } from './bin-of.ts'
import { calibrate } from './calibrate.ts'
import { type CreditRecords, type Source, sources, valuesOf } from './credit-records.ts'
import { type FactorCode, factorOfMissingSource } from './factors.ts'
import type { ScorecardModel } from './model.ts'
import { probabilityOf, scoreOfLogOdds } from './score-scale.ts'

/** What one feature adds to the log odds of a repaid loan: weight × (WOE of its bin − training mean). */
export type FeatureContribution = {
  feature: string
  source: Source | null
  factor: FactorCode | null
  bin: number
  /** The bin in words: `6 to 12`, `missing`. */
  label: string
  isMissing: boolean
  contribution: number
}

/** The bin of each feature, by the name of the feature. A score follows from them alone. */
export type Bins = Readonly<Record<string, number>>

export type ScoredRecords = {
  modelVersion: string
  score: number
  /** The inverse of the integer score. */
  probability: number
  /**
   * The sum of the contributions of each factor's features. Positive raises the score. A factor without features is
   * absent. In a thin file each missing source has the same negative contribution under one factor.
   */
  contributions: Partial<Record<FactorCode, number>>
  features: FeatureContribution[]
  bins: Bins
  dataSources: Source[]
  thinFile: boolean
}

export type Scorecard = {
  readonly model: ScorecardModel
  readonly version: string
  readonly thinFileScore: number
  /** True when every feature reads fields of `CreditRecords`. */
  readonly readsRecords: boolean
  /** The sum of contributions of a source without records: 0 or less. */
  readonly missingBySource: Readonly<Record<Source, number>>
  /** The score of a citizen. It reads nothing but these records. */
  score(records: CreditRecords): ScoredRecords
  /** The same score from stored bins, for as long as the model is kept. */
  scoreOfBins(bins: Bins): ScoredRecords
  /** The bins of a row of named values. Texts are for categories. An absent column is missing. */
  binsOf(values: ReadonlyMap<string, number | string>): Bins
  /** The calibrated log odds of a row, for training and evaluation. */
  logOddsOfBins(bins: Bins): number
  scoreOfSum(sum: number, contributing: number): number
}

/** Prepares a checked model (see `loadModel`). */
export const createScorecard = (model: ScorecardModel): Scorecard => {
  const features = model.features.map((feature) => prepareFeature(feature))

  const logOddsOf = (sum: number, contributing: number) => {
    // Only a favourable sum shrinks. If an unfavourable one shrank too, a citizen could hide a source to gain points.
    const shrunk = sum > 0 ? sum * model.shrinkage[contributing]! : sum
    return calibrate(model.calibration, model.intercept + shrunk)
  }

  const contributionsOf = (bins: Bins): FeatureContribution[] =>
    features.map(({ feature, contributions, missingBin }) => {
      const bin = bins[feature.name] ?? missingBin
      const contribution = contributions[bin]
      if (contribution === undefined) throw new RangeError(`${feature.name} has no bin ${bin}`)
      const { name, source, factor } = feature
      const { label } = feature.bins[bin]!
      return { feature: name, source, factor, bin, label, isMissing: bin === missingBin, contribution }
    })

  const contributingOf = (parts: readonly FeatureContribution[]) =>
    sources.filter((source) => parts.some((part) => part.source === source && !part.isMissing))

  const sumOf = (parts: readonly FeatureContribution[]) =>
    parts.reduce((sum, { contribution }) => sum + contribution, 0)

  /** A file without sources has no shrinkage. */
  const countOf = (parts: readonly FeatureContribution[]) =>
    parts.some(({ source }) => source !== null) ? contributingOf(parts).length : sources.length

  const scoreOfBins = (bins: Bins): ScoredRecords => {
    const parts = contributionsOf(bins)
    const dataSources = contributingOf(parts)
    const thinFile = countOf(parts) === 0
    const score = thinFile ? model.thin_file_score : scoreOfLogOdds(logOddsOf(sumOf(parts), countOf(parts)))
    return {
      modelVersion: model.version,
      score,
      probability: probabilityOf(score),
      contributions: thinFile ? thinFileContributions() : byFactor(parts),
      features: parts,
      bins: Object.fromEntries(parts.map(({ feature, bin }) => [feature, bin])),
      dataSources,
      thinFile,
    }
  }

  const binsOf = (values: ReadonlyMap<string, number | string>): Bins =>
    Object.fromEntries(features.map((prepared) => [prepared.feature.name, binOf(prepared, values)]))

  return {
    model,
    version: model.version,
    thinFileScore: model.thin_file_score,
    readsRecords: features.every(({ readsRecords }) => readsRecords),
    missingBySource: Object.fromEntries(
      sources.map((source) => [
        source,
        features
          .filter(({ feature }) => feature.source === source)
          .reduce((sum, { contributions, missingBin }) => sum + contributions[missingBin]!, 0),
      ]),
    ) as Record<Source, number>,
    score: (records) => scoreOfBins(binsOf(valuesOf(records))),
    scoreOfBins,
    binsOf,
    logOddsOfBins: (bins) => {
      const parts = contributionsOf(bins)
      return logOddsOf(sumOf(parts), countOf(parts))
    },
    scoreOfSum: (sum, contributing) => scoreOfLogOdds(logOddsOf(sum, contributing)),
  }
}

const thinFileContributions = (): ScoredRecords['contributions'] =>
  Object.fromEntries(sources.map((source) => [factorOfMissingSource[source], -1]))

const byFactor = (parts: readonly FeatureContribution[]): ScoredRecords['contributions'] => {
  const sums: ScoredRecords['contributions'] = {}
  for (const { factor, contribution } of parts) {
    if (factor) sums[factor] = (sums[factor] ?? 0) + contribution
  }
  return sums
}
