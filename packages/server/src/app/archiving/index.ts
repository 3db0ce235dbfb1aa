export type { ArchivedCell } from './all-databases.ts'
export { archiveDays, searchArchive, verifyDays } from './archive-acts.ts'
export { archivingModule } from './module.ts'
