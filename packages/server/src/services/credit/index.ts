export { type ExplainedScore, explainScore } from './explain-score.ts'
export { creditModule, scoreRecordSecrets } from './module.ts'
export { createCreditScoring } from './service.ts'
