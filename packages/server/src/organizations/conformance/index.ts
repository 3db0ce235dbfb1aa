import { listConformanceRuns, readConformanceRun, startConformanceRun } from './acts.ts'

/** The acts and readings of conformance runs. */
export const conformanceActs = [startConformanceRun, listConformanceRuns, readConformanceRun] as const

export { conformanceModule } from './module.ts'
export { endRun, leaseRun, newestRunsOfCounterparts } from './run-rows.ts'
export { performRuns } from './worker.ts'
