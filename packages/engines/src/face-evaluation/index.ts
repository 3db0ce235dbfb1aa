export { type ComparedFile, compareFile } from './compare-file.ts'
export {
  compareList,
  type Evaluation,
  evaluationOf,
  type PairComparison,
  type ReportedPair,
} from './compare-pairs.ts'
export { type Rate, rateOf } from './exact-interval.ts'
export { calibrationId, type FittedCalibration, fitCalibration, leastPeople } from './fit-calibration.ts'
export { evaluationReport, percent, tally } from './report.ts'
