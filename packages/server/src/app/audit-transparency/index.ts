export { type CheckOptions, checkLog, type LogCheck } from './check/check-log.ts'
export type { Finding } from './check/finding.ts'
export { checkpointsOfWitnesses, keptCheckpoint } from './check/kept-checkpoints.ts'
export { newestCheckpoint, newestCosigned } from './checkpoints.ts'
export { continueRestoredLog } from './continue-restored-log.ts'
export type { EntryKey } from './entry-key.ts'
export { type LogSigners, logKeyUse, readLogSigners } from './log-key.ts'
export { auditTransparencyModule } from './module.ts'
export { whyEntriesWait } from './next-step.ts'
export { proveAuditEntry } from './prove-acts.ts'
export {
  type EntryProof,
  findEntries,
  loggedAmong,
  proveEntry,
  requireEntryProof,
  type VerifiedEntry,
  verifyEntryProof,
} from './prove-entry.ts'
export { type PublishedLog, publishLog } from './publish-log.ts'
export { type RotatedLogKey, rotateLogKeys } from './rotate-log-key.ts'
export { sequenceStep } from './sequence.ts'
export { auditLogSettings } from './settings.ts'
export { checkpointOfWitness } from './witness-client.ts'
export type { Witness } from './witness-list.ts'
