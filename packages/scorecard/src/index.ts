export { type Borrower, drawBorrower, syntheticBureau } from './bureau/draw-borrower.ts'
export type { Random } from './random.ts'
export {
  type CreditRecords,
  columnOf,
  columnsOf,
  type RecordField,
  recordFields,
  type Source,
  type SourceRecord,
  sources,
  valuesOf,
} from './serving/credit-records.ts'
export { factorOfMissingSource } from './serving/factors.ts'
export { loadModel } from './serving/load-model.ts'
export {
  type Bin,
  basisOf,
  type Calibration,
  type ModelBasis,
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
  scoreRange,
  scoresOf,
} from './serving/score-scale.ts'
export type { Bins, FeatureContribution, Scorecard, ScoredRecords } from './serving/scorecard.ts'
