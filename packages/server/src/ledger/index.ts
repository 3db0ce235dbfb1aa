export { type AuditEntry, type AuditLog, createAuditLog } from './audit.ts'
export {
  AlreadySettled,
  type CallRecord,
  type Commit,
  commitWithin,
  createCommit,
  QuotaSpent,
} from './commit.ts'
export type { Companion, CompanionPart } from './companion.ts'
export { eventAbout, eventRecord, type OutgoingEvent, outboxExpressions } from './events.ts'
export { periodEndMs, periodStart, type Quota } from './quota.ts'
