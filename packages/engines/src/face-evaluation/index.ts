export {
  type Compared,
  compareList,
  type Evaluation,
  evaluationOf,
  type NamedCalibration,
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
export { comparableInAll, type Observed, observePhotographs } from './observe-photographs.ts'
export { type EvaluationList, type ListedPhotograph, readList } from './read-list.ts'
export { evaluationReport, percent, tally } from './report.ts'
