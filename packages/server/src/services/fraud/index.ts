import type { CaseGraphObject, CaseStatistics } from './desk/index.ts'

export { sealReport } from './case-report.ts'
export * from './desk/index.ts'
export { fraudModule } from './module.ts'
export { evidenceFiles, type SentEvidence, writeEvidence } from './report/evidence-files.ts'
export { sandboxClockModule } from './sandbox/sandbox-clock-module.ts'
export { createFraudReporting } from './service.ts'

// The library of charts is loaded with the first drawing. A process that serves calls draws none.
const drawings = () => import('./desk/reading/case-drawings.ts')

/** The cluster of a case as SVG. */
export const drawCaseGraph = async (graph: CaseGraphObject): Promise<string> =>
  (await drawings()).drawGraph(graph)

/** The statistics of cases as SVG. */
export const drawCaseStatistics = async (statistics: CaseStatistics): Promise<string> =>
  (await drawings()).drawStatistics(statistics)
