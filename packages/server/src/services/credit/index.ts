export { decide } from './decide.ts'
export { type ExplainedScore, explainScore } from './explain-score.ts'
export { creditModule, scoreRecordSecrets } from './module.ts'
export {
  type LoanOutcome,
  type MonitoringRequest,
  type MonitoringResult,
  maxMonitored,
  monitorScores,
} from './monitor-scores.ts'
export { riskSignalsOf } from './risk-signals.ts'
export { createCreditScoring } from './service.ts'
