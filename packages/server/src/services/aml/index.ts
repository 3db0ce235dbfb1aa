export { fraudSubject } from './checks-that-run.ts'
export { dispositionEndpoints } from './disposition-endpoints.ts'
export {
  type DispositionDependencies,
  decideHit,
  dismissedHits,
  dispositionOf,
  dispositionsPage,
  listDispositions,
  type PlacedHit,
} from './dispositions.ts'
export { findHit } from './find-hit.ts'
export { type Finding, findingOf, findingOfJurisdiction } from './finding.ts'
export { findingOfCase, fraudKey } from './fraud-finding.ts'
export { retainedOf } from './hit-part.ts'
export { indexedEntry } from './indexed-entry.ts'
export { openListIndex } from './list-index.ts'
export { amlModule, dispositionsModule, screeningModule } from './module.ts'
export {
  type Baseline,
  type BaselineHit,
  baselineOf,
  hitOfBaseline,
  type MonitorSecrets,
  openOfMonitor,
  type StartMonitor,
  sealOfMonitor,
} from './monitor.ts'
export { monitorSecrets } from './monitor-secrets.ts'
export { birthOf, identityPseudonym } from './monitored-identity.ts'
export type { MonitoredParty } from './monitored-party.ts'
export { type OpenScreening, openScreening } from './open-screening.ts'
export { readDispositions, setDisposition, showDisposition } from './operator-dispositions.ts'
export { pepBlock } from './pep-block.ts'
export { resolveSubject } from './resolve-subject.ts'
export { contributionOf, riskLevel, riskScore } from './risk-score.ts'
export { weights } from './risk-weights.ts'
export { type Screening, type ScreeningSources, screenSubject } from './screen-subject.ts'
export { screeningMembers } from './screening-members.ts'
export { amlResult, createAmlScreening } from './service.ts'
export { factsOfCitizen, type SubjectFacts } from './subject.ts'
export { faultOfName } from './subject-name.ts'
export { subjectPseudonym } from './subject-pseudonym.ts'
export { readThresholdEffect } from './threshold/threshold-effect.ts'
