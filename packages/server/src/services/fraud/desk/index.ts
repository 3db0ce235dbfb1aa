import {
  assignFraudCase,
  claimFraudCase,
  contactReporter,
  decideObjection,
  decideProposal,
  declineObjectionDecision,
  noteFraudCase,
  prioritiseFraudCase,
  proposeDecision,
  recordObjection,
  reopenFraudCase,
  startFraudCase,
} from './case-acts.ts'
import { declineReportFalse, markReportFalse } from './false-report.ts'
import { mergeFraudCase } from './merge-cases.ts'
import { listCasesForDesk, viewEvidence } from './pages/desk-pages.ts'
import { linkFraudCases, openFraudCase, readCaseStatistics, showFraudCase } from './reading/read-cases.ts'

/** The acts and readings of cases at the desk. */
export const deskCaseActs = [
  listCasesForDesk,
  readCaseStatistics,
  showFraudCase,
  openFraudCase,
  linkFraudCases,
  viewEvidence,
  startFraudCase,
  claimFraudCase,
  assignFraudCase,
  prioritiseFraudCase,
  noteFraudCase,
  contactReporter,
  proposeDecision,
  decideProposal,
  recordObjection,
  decideObjection,
  declineObjectionDecision,
  reopenFraudCase,
  mergeFraudCase,
  markReportFalse,
  declineReportFalse,
] as const

export { decidingActs, objectionActs } from './act-facts.ts'
export {
  assignFraudCase,
  claimFraudCase,
  contactReporter,
  type Decision,
  decideObjection,
  decideProposal,
  declineObjectionDecision,
  noteFraudCase,
  type Proposal,
  prioritiseFraudCase,
  proposeDecision,
  recordObjection,
  reopenFraudCase,
  startFraudCase,
} from './case-acts.ts'
export type { CaseNamed } from './case-named.ts'
export type { Desk, SuspendReporting } from './desk-needs.ts'
export { deskOfCase, type NamedDesk } from './desk-of-case.ts'
export { readFraudEvidence } from './evidence/read-evidence.ts'
export { declineReportFalse, type FalseReport, markReportFalse } from './false-report.ts'
export { mergeFraudCase } from './merge-cases.ts'
export { deskModule, deskOfCellModule } from './module.ts'
export { openDesk } from './open-desk.ts'
export type { CaseGraphObject } from './reading/case-graph-object.ts'
export type { CaseObject } from './reading/case-object.ts'
export { casesAsCsv, exportFraudCases } from './reading/export-cases.ts'
export type { PartyObject } from './reading/party-object.ts'
export type { CaseFilter } from './reading/queue.ts'
export {
  type CaseList,
  linkFraudCases,
  listFraudCases,
  openFraudCase,
  readCaseStatistics,
  type ShownCase,
  showFraudCase,
} from './reading/read-cases.ts'
export type { CaseStatistics } from './statistics/case-statistics.ts'
