import { isDeepStrictEqual } from 'node:util'
import { idTime, rfc3339 } from '../../../core/index.ts'
import { dismissedHits } from '../dispositions.ts'
import { keptOf } from '../hit-part.ts'
import { type MonitoredParty, type StandingHit, standingOf } from '../monitor.ts'
import { pepBlock } from '../pep-block.ts'
import { riskLevel, riskScore } from '../risk-score.ts'
import { type Screening, screenSubject } from '../screen-subject.ts'
import { screeningMembers } from '../screening-members.ts'
import type { SubjectFacts } from '../subject.ts'
import { subjectPseudonym } from '../subject-pseudonym.ts'
import { type AlertRecord, commitScreening } from './commit-screening.ts'
import type { RescreeningDependencies } from './dependencies.ts'
import { type MaterialChange, materialChange } from './material-change.ts'
import { type Monitor, monitorAgain } from './monitor-rows.ts'

export type Rescreened = 'alerted' | 'quiet' | 'stopped'

/** Tries against others who screen the same monitor at the same time; each of theirs that wins is progress. */
const mostTries = 10

/**
 * Screens a monitored subject again by the very screening of a call, and commits what came of it, with the alert if
 * something material changed. `facts`: what is known of the subject now; as before when absent.
 */
export const screenAgain = async (
  monitor: Monitor,
  facts: SubjectFacts | null,
  dependencies: RescreeningDependencies,
): Promise<Rescreened> => {
  let current: Monitor | null = monitor
  for (let tries = 0; current && tries < mostTries; tries++) {
    const outcome = await tryOnce(current, facts, dependencies)
    if (outcome) return outcome
    current = await monitorAgain(dependencies.pool, dependencies.secrets, monitor)
  }
  if (current) throw new Error('a monitor was never found at rest')
  return 'stopped'
}

const tryOnce = async (
  monitor: Monitor,
  facts: SubjectFacts | null,
  dependencies: RescreeningDependencies,
): Promise<Rescreened | null> => {
  const { newId, clock, sources } = dependencies
  const before = monitor.party()
  const party = facts ? { ...before, facts } : before
  const screeningId = newId('aml')
  const nowMs = idTime('aml', screeningId) ?? clock.now()
  const { environment } = monitor
  const question = { facts: party.facts, checks: party.checks, environment, nowMs }
  const screening = await screenSubject(question, sources)
  const was = monitor.standing()
  const standing = standingOf(screening)
  const moved = !isDeepStrictEqual(plain(party.facts.screened), before.facts.screened)
  const isDismissed = await dismissed(monitor, party, [...was.hits, ...standing.hits], dependencies)
  const change = materialChange(
    was.hits.filter((hit) => !isDismissed(hit)),
    standing.hits.filter((hit) => !isDismissed(hit)),
  )
  if (!change && !monitor.due && !facts && isDeepStrictEqual(was.hits, plain(standing.hits))) return 'quiet'
  const counted = withoutDismissed(screening, isDismissed)
  const alert = change && alertOf(monitor, party, counted, change, screeningId, nowMs, dependencies)
  const written = await commitScreening({ monitor, party, moved, standing, alert, atMs: nowMs }, dependencies)
  if (!written) return null
  return alert ? 'alerted' : 'quiet'
}

/** As it comes back from where it is kept. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

type IsDismissed = (hit: Pick<StandingHit, 'key' | 'contentHash'>) => boolean

const dismissed = (
  { applicationId }: Monitor,
  party: MonitoredParty,
  hits: readonly Pick<StandingHit, 'key' | 'contentHash'>[],
  { pool, secrets: { identityKey } }: RescreeningDependencies,
): Promise<IsDismissed> =>
  dismissedHits(applicationId, subjectPseudonym(party, applicationId, identityKey), hits, {
    pool,
    identityKey,
  })

/** What officers dismissed counts for nothing: neither as a hit nor for the level. */
const withoutDismissed = (screening: Screening, isDismissed: IsDismissed): Screening => {
  const findings = screening.findings.filter((finding) => !isDismissed(finding))
  const score = riskScore(findings)
  return { ...screening, findings, riskScore: score, riskLevel: riskLevel(score), pep: pepBlock(findings) }
}

/** Spec 2 § Payload rules 4. The screening that found it is kept like one that was called for, so that its hits can be read. */
const alertOf = (
  { applicationId, monitorId, environment }: Monitor,
  party: MonitoredParty,
  screening: Screening,
  { reason, previousRiskLevel }: MaterialChange,
  screeningId: string,
  atMs: number,
  { secrets }: RescreeningDependencies,
): AlertRecord => {
  const { identifier, reference, purpose, facts } = party
  const members = screeningMembers({ type: facts.type, identifier }, screening, screeningId, monitorId)
  return {
    screeningId,
    riskLevel: screening.riskLevel,
    stored: {
      result: {
        id: screeningId,
        object: 'aml_screening',
        livemode: environment === 'production',
        reference,
        status: 'completed',
        ...members,
        purpose,
        created_at: rfc3339(atMs),
      },
      document_delivery: 'signed_url',
      kept: keptOf(screening, subjectPseudonym(party, applicationId, secrets.identityKey)),
    },
    alert: {
      monitor_id: monitorId,
      screening_id: screeningId,
      reference,
      reason,
      previous_risk_level: previousRiskLevel,
      risk_level: screening.riskLevel,
      risk_score: screening.riskScore,
      hits: members.hits,
    },
  }
}
