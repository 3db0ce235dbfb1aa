export { dispositionEndpoints } from './dispositions/disposition-endpoints.ts'
export { decideHit, dismissedHits, dispositionsPage } from './dispositions/dispositions.ts'
export { readDispositions, setDisposition, showDisposition } from './dispositions/operator-dispositions.ts'
export { fraudSubject } from './hits/checks-that-run.ts'
export { findHit } from './hits/find-hit.ts'
export { type Finding, findingOf, findingOfJurisdiction } from './hits/finding.ts'
export { findingOfCase, fraudKey } from './hits/fraud-finding.ts'
export { retainedOf } from './hits/hit-part.ts'
export { indexedEntry } from './hits/indexed-entry.ts'
export { pepBlock } from './hits/pep-block.ts'
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
export { contributionOf, riskLevel, riskScore } from './risk-score.ts'
export { weights } from './risk-weights.ts'
export { type Screening, type ScreeningSources, screenSubject } from './screen-subject.ts'
export { amlResult } from './service.ts'
export { resolveSubject } from './subject/resolve-subject.ts'
export { screeningMembers } from './subject/screening-members.ts'
export { factsOfCitizen, type SubjectFacts } from './subject/subject.ts'
export { faultOfName } from './subject/subject-name.ts'
export { subjectPseudonym } from './subject/subject-pseudonym.ts'
export { readThresholdEffect } from './threshold/threshold-effect.ts'
