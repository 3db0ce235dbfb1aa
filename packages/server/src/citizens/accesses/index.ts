import type { AccessLanguage } from './access-words.ts'
import type { AccessExport } from './export-accesses.ts'

export type { AccessEntry, DisputeStatus } from './access-entry.ts'
export type { AccessQuery } from './access-filter.ts'
export { type AccessLanguage, readLanguage } from './access-words.ts'
export { accessesCsv } from './accesses-csv.ts'
export { citizensRead } from './citizens-read.ts'
export { type AccessDependencies, accessDependencies } from './dependencies.ts'
export { disputeAccess, listCitizenDisputes } from './dispute-access.ts'
export {
  answerDispute,
  type DisputeFilter,
  type ListedDispute,
  listDisputes,
  type ShownDispute,
  showDispute,
} from './dispute-desk.ts'
export type { Dispute } from './dispute-record.ts'
export { exportAccesses } from './export-accesses.ts'
export { type AccessPage, listAccesses, showAccess } from './list-accesses.ts'
export { accessesModule } from './module.ts'

/** Loads the library of PDF only when a citizen asks for a PDF, because every process imports this module. */
export const accessesPdf = async (exported: AccessExport, language: AccessLanguage): Promise<Uint8Array> =>
  (await import('./accesses-pdf.ts')).accessesPdf(exported, language)
