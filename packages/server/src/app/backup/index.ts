export { requireKeyOfBackup } from './restore-backup.ts'
export { restoreInto, restoreIntoDirectory } from './restore-into.ts'
export { type BackupReport, takeBackup } from './take-backup.ts'
