export { type CallMetrics, openCallMetrics } from './call-metrics.ts'
export { type CellAnswers, type CellRouter, noCells } from './cell-router.ts'
export { signedApiModule } from './module.ts'
