export { type CellOfBackup, requireKeyOfBackup } from './restore-backup.ts'
export { rehearseRestore, restoreInto, restoreIntoDirectory } from './restore-into.ts'
export { takeBackup } from './take-backup.ts'
