export { dispositionEndpoints } from './disposition-endpoints.ts'
export {
  type DispositionDependencies,
  decideHit,
  dispositionOf,
  listDispositions,
  type PlacedHit,
} from './dispositions.ts'
export { findHit } from './find-hit.ts'
export type {
  FraudNetwork,
  FraudStanding,
  FraudSubject,
  NetworkCaseStatus,
  SuspectCase,
} from './fraud-network.ts'
export { createFraudStore, type NetworkParty, writeNetworkParties } from './fraud-store.ts'
export { groupReads } from './group-reads.ts'
export { type ListIndex, type ListIndexDependencies, openListIndex } from './list-index.ts'
export {
  type MonitoredParty,
  type MonitorSecrets,
  openOfMonitor,
  type Standing,
  sealOfMonitor,
  standingOf,
} from './monitor.ts'
export type { MonitoringDependencies } from './monitoring/dependencies.ts'
export { listMonitors, type MonitorSummary, stopMonitor } from './monitoring/monitors.ts'
export { type Monitoring, startMonitoring } from './monitoring/start-monitoring.ts'
export { type ResolvedSubject, resolveSubject } from './resolve-subject.ts'
export { sandboxNetwork } from './sandbox-network.ts'
export {
  type Screening,
  type ScreeningQuestion,
  type ScreeningSources,
  screenSubject,
} from './screen-subject.ts'
export { type AmlDependencies, createAmlScreening } from './service.ts'
export type { Exposure, SubjectFacts, SubjectRequest } from './subject.ts'
