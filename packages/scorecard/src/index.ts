export { type Borrower, drawBorrower, segmentOf, syntheticBureau } from './bureau/draw-borrower.ts'
export type { Random } from './random.ts'
export {
  type CreditRecords,
  columnOf,
  columnsOf,
  contributingSources,
  type RecordField,
  recordFields,
  type Source,
  type SourceRecord,
  sources,
  valuesOf,
} from './serving/credit-records.ts'
export { type FactorCode, factorCodes, factorOfMissingSource } from './serving/factors.ts'
export { forbiddenIn } from './serving/forbidden-features.ts'
export { loadModel, ModelRefused } from './serving/load-model.ts'
export {
  type Bin,
  basisOf,
  type Calibration,
  type Derivation,
  type Feature,
  type ModelBasis,
  modelFormat,
  type Recalibration,
  type ScorecardModel,
} from './serving/model.ts'
export {
  type Band,
  bandOf,
  bands,
  type Interval,
  probabilitiesOf,
  probabilityOf,
  scoreOf,
  scoreOfLogOdds,
  scoreRange,
  scoresOf,
} from './serving/score-scale.ts'
export type { Bins, FeatureContribution, Scorecard, ScoredRecords } from './serving/scorecard.ts'
