export {
  compareList,
  type Evaluation,
  evaluationOf,
  type NamedCalibration,
  type PairComparison,
  photographsOfList,
  type ReportedPair,
} from './compare-pairs.ts'
export { type Rate, rateOf } from './exact-interval.ts'
export {
  calibrationId,
  type FittedCalibration,
  fitCalibration,
  leastPeople,
  similarityScale,
} from './fit-calibration.ts'
export { comparableInAll, type Observations, observePhotographs } from './observe-photographs.ts'
export { type EvaluationList, type ListedPhotograph, readList } from './read-list.ts'
export { evaluationReport, percent, tally } from './report.ts'
