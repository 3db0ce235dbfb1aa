export { type Act, type ActEntry, listActs, writeAct } from './acts.ts'
export { type AuditedChange, auditEffect } from './audit-effect.ts'
export { type AuditEntry, type AuditedActor, type RequestOrigin, systemOrigin } from './audit-entry.ts'
export { type AuditLog, createAuditLog, writeAuditEntry } from './audit-log.ts'
export { auditModule } from './module.ts'
export { pseudonym, subjectKeyOf } from './subject-pseudonym.ts'
export {
  type ActPlatform,
  changeCase,
  type Recorded,
  requirePermission,
  type UseCase,
  useCase,
} from './use-case.ts'
