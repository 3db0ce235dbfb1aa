export { type ComparedFile, compareFile } from './compare-file.ts'
export {
  compareList,
  type Evaluation,
  evaluationOf,
  type NamedCalibration,
  type PairComparison,
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
export type { ListedPhotograph } from './read-list.ts'
export { evaluationReport, percent, tally } from './report.ts'
