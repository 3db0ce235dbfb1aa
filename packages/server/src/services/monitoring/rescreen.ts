import { isDeepStrictEqual } from 'node:util'
import { idTime } from '@nani/foundation/core/index.ts'
import { resultObject } from '../../calls/calls/index.ts'
import type { SubjectFacts } from '../aml/index.ts'
import {
  amlResult,
  type BaselineHit,
  baselineOf,
  dismissedHits,
  type MonitoredParty,
  pepBlock,
  retainedOf,
  riskLevel,
  riskScore,
  type Screening,
  screeningMembers,
  screenSubject,
  subjectPseudonym,
} from '../aml/index.ts'
import { type AlertRecord, commitScreening } from './commit-screening.ts'
import type { RescreeningDependencies } from './dependencies.ts'
import { levelOf, type MaterialChange, materialChange, type RemovedHit } from './material-change.ts'
import { type Monitor, rereadMonitor } from './monitor-rows.ts'
import { hasLeftList } from './removed-hits.ts'

export type RescreeningResult = 'alerted' | 'quiet' | 'stopped'

/** Maximum attempts when another worker updates the same monitor. Each lost race means that worker made progress. */
const maxAttempts = 10

/**
 * Screens a monitored subject again with the code of a call, and commits the result, with an alert if a material change
 * occurred. `facts`: the current facts of the subject; null when they did not change.
 */
export const rescreen = async (
  monitor: Monitor,
  facts: SubjectFacts | null,
  dependencies: RescreeningDependencies,
): Promise<RescreeningResult> => {
  let current: Monitor | null = monitor
  for (let attempt = 0; current && attempt < maxAttempts; attempt++) {
    const outcome = await tryOnce(current, facts, dependencies)
    if (outcome) return outcome
    current = await rereadMonitor(dependencies.pool, dependencies.secrets, monitor)
  }
  if (current) throw new Error('other workers updated the monitor in every attempt')
  return 'stopped'
}

const tryOnce = async (
  monitor: Monitor,
  facts: SubjectFacts | null,
  dependencies: RescreeningDependencies,
): Promise<RescreeningResult | null> => {
  const { newId, clock, sources } = dependencies
  const before = monitor.party()
  const party = facts ? { ...before, facts } : before
  const screeningId = newId('aml')
  const madeMs = idTime('aml', screeningId) ?? clock.now()
  const { environment, applicationId, clockAheadMs } = monitor
  const nowMs = madeMs + clockAheadMs
  const question = { facts: party.facts, checks: party.checks, environment, applicationId, nowMs }
  const screening = await screenSubject(question, sources)
  const was = monitor.baseline()
  const baseline = baselineOf(screening)
  const moved = !isDeepStrictEqual(plain(party.facts.screened), before.facts.screened)
  const isDismissed = await dismissed(monitor, party, [...was.hits, ...baseline.hits], dependencies)
  const previous = was.hits.filter((hit) => !isDismissed(hit))
  const current = baseline.hits.filter((hit) => !isDismissed(hit))
  const isRemoved = () => hasLeftList(previous, current, { environment, change: screening.change }, sources)
  const change =
    materialChange(previous, current) ??
    ((await isRemoved()) ? { reason: null, previousRiskLevel: levelOf(previous) } : null)
  if (!change && !monitor.due && !facts && isDeepStrictEqual(was.hits, plain(baseline.hits))) return 'quiet'
  const counted = { screening: withoutDismissed(screening, isDismissed), screeningId, atMs: nowMs }
  const alert = change && alertOf({ monitor, party, ...counted }, change, dependencies)
  const written = await commitScreening(
    { monitor, party, moved, baseline, alert, atMs: madeMs },
    dependencies,
  )
  if (!written) return null
  return alert ? 'alerted' : 'quiet'
}

/** The value as it is after storage. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

type IsDismissed = (hit: Pick<BaselineHit, 'key' | 'contentHash'>) => boolean

const dismissed = (
  { applicationId }: Monitor,
  party: MonitoredParty,
  hits: readonly Pick<BaselineHit, 'key' | 'contentHash'>[],
  { pool, secrets: { identityKey } }: RescreeningDependencies,
): Promise<IsDismissed> =>
  dismissedHits(applicationId, subjectPseudonym(party, applicationId, identityKey), hits, {
    pool,
    identityKey,
  })

/** A dismissed hit does not count: neither as a hit nor for the level. */
const withoutDismissed = (screening: Screening, isDismissed: IsDismissed): Screening => {
  const findings = screening.findings.filter((finding) => !isDismissed(finding))
  const score = riskScore(findings)
  return { ...screening, findings, riskScore: score, riskLevel: riskLevel(score), pep: pepBlock(findings) }
}

/** A new screening of a monitored subject, without its dismissed hits. */
type CountedScreening = {
  monitor: Monitor
  party: MonitoredParty
  screening: Screening
  screeningId: string
  /** By the clock of its application. */
  atMs: number
}

/**
 * See spec/monitoring#alert-object. A removed hit has no reason. The screening is stored like the one of a call, so that
 * its hits can be read.
 */
const alertOf = (
  { monitor, party, screening, screeningId, atMs }: CountedScreening,
  { reason, previousRiskLevel }: MaterialChange | RemovedHit,
  { secrets }: RescreeningDependencies,
): AlertRecord => {
  const { applicationId, monitorId, environment } = monitor
  const { identifier, reference, purpose, facts } = party
  const members = screeningMembers({ type: facts.type, identifier }, screening, screeningId, monitorId)
  return {
    type: reason === null ? 'aml_screening.hit_removed' : 'aml_screening.alert',
    screeningId,
    riskLevel: screening.riskLevel,
    stored: {
      result: resultObject(
        amlResult,
        { outcome: screening.riskLevel, fields: members },
        { resultId: screeningId, livemode: environment === 'production', atMs, reference, purpose },
      ),
      document_delivery: 'signed_url',
      kept: retainedOf(screening, party, subjectPseudonym(party, applicationId, secrets.identityKey)),
    },
    alert: {
      monitor_id: monitorId,
      screening_id: screeningId,
      reference,
      ...(reason !== null && { reason }),
      previous_risk_level: previousRiskLevel,
      risk_level: screening.riskLevel,
      risk_score: screening.riskScore,
      hits: members.hits,
    },
  }
}
