export type { AccessEntry, DisputeStatus } from './access-entry.ts'
export type { AccessQuery } from './access-filter.ts'
export { accessesCsv } from './accesses-csv.ts'
export { accessesPdf } from './accesses-pdf.ts'
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
export type { PdfLanguage } from './pdf-texts.ts'
