export { comparePairs, type Evaluation } from './compare-pairs.ts'
export { type Rate, rateOf } from './exact-interval.ts'
export { type Pair, PairsUnreadable, readPairs } from './read-pairs.ts'
export { evaluationReport, percent, tally } from './report.ts'
