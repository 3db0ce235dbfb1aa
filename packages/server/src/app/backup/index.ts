export { requireKeyOfBackup } from './restore-backup.ts'
export { restoreInto, restoreIntoDirectory } from './restore-into.ts'
export { takeBackup } from './take-backup.ts'
