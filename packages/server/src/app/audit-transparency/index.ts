export { type CheckOptions, checkLog } from './check/check-log.ts'
export type { Finding } from './check/finding.ts'
export { checkpointsOfWitnesses, keptCheckpoint } from './check/kept-checkpoints.ts'
export { newestCheckpoint } from './checkpoints.ts'
export { continueRestoredLog } from './continue-restored-log.ts'
export type { EntryKey } from './entry-key.ts'
export {
  ensureLogKeys,
  hasOtherLog,
  type LogSigners,
  logKeyUse,
  logKeyUseOfCell,
  readLogSigners,
} from './log-key.ts'
export { logOfCell } from './log-of-cell.ts'
export type { CellLogPools } from './log-server.ts'
export { auditTransparencyModule, auditTransparencyOfCellModule } from './module.ts'
export { whyEntriesWait } from './next-step.ts'
export { type ProvedEntry, proveAuditEntry, proveById } from './prove-acts.ts'
export { findEntries, loggedAmong, proveEntry, requireEntryProof, verifyEntryProof } from './prove-entry.ts'
export { publishLog } from './publish-log.ts'
export {
  entryOfRotation,
  logKeyRotation,
  type RotatedLogKey,
  rotatedLogKeys,
  rotateKeysWithin,
  rotateLogKeys,
} from './rotate-log-key.ts'
export { sequencerLock, sequenceStep } from './sequence.ts'
export { auditLogSettings } from './settings.ts'
export type { Witness } from './witnesses/witness-list.ts'
