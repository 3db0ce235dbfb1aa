export {
  closedWorkEffect,
  closeWork,
  type OpenKind,
  openWork,
  readOpenWork,
  recountOpenWork,
} from './open-work.ts'
export { openWorkMetrics } from './open-work-metrics.ts'
export { periodEndMs, periodStart, type Quota } from './quota.ts'
export {
  countWithinDay,
  isQuotaExceeded,
  readUsage,
  releasedUsageEffect,
  releaseUsage,
  reserveUsage,
  usageEffect,
} from './usage.ts'
