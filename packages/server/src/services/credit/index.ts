export type { KeptScore } from './kept-score.ts'
export { creditModule } from './module.ts'
export type { Scorecards } from './scorecards.ts'
export { createCreditScoring } from './service.ts'
