export { type RestoreReport, requireKeyOfBackup, restoreBackup } from './restore-backup.ts'
export { type BackupReport, takeBackup } from './take-backup.ts'
