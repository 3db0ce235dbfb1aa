export type { ArchiveStep } from './archive-day.ts'
export { type ArchivedDay, archiveIsUsed, readArchivedDays } from './archived-days.ts'
export {
  type ArchivedLeaf,
  type ArchivedRow,
  type ArchivedTable,
  archivedTableNames,
  archivedTables,
  bytesOfText,
  bytesText,
} from './archived-tables.ts'
export { eraseArchived } from './erase-archived.ts'
export { type Archive, openArchive } from './open-archive.ts'
export type { SourceOfDay } from './rows-of-day.ts'
export { type ArchiveRun, type RunNeeds, runArchive } from './run-archive.ts'
export { verifyArchive } from './verify-archive.ts'
