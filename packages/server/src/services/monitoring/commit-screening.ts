import { defineFence, type Fence, writeChanges } from '@nani/foundation/storage/index.ts'
import { auditEffect, systemOrigin } from '../../app/audit/index.ts'
import { pseudonym, resultContext, type StoredResult } from '../../calls/calls/index.ts'
import { AlreadyCompleted, type CommitRecord, frozenResult } from '../../calls/commit/index.ts'
import { eventsEffect, snapshotEvent } from '../../calls/outbox/index.ts'
import {
  type Baseline,
  birthOf,
  identityPseudonym,
  type MonitoredParty,
  sealOfMonitor,
} from '../aml/index.ts'
import type { RescreeningDependencies } from './dependencies.ts'
import type { Monitor } from './monitor-rows.ts'

/** The stored result of a monitoring event: a screening that can be read like any other, and the event. */
export type AlertRecord = {
  type: 'aml_screening.alert' | 'aml_screening.hit_removed'
  screeningId: string
  stored: StoredResult
  riskLevel: string
  alert: Record<string, unknown>
}

export type NewBaseline = {
  monitor: Monitor
  party: MonitoredParty
  /** The data in the index changed, so the subject gets a new number. */
  moved: boolean
  baseline: Baseline
  alert: AlertRecord | null
  /** In real time, as its audit entry. */
  atMs: number
}

/**
 * The revision is an optimistic lock: of several processes that screened the same baseline only one writes. The
 * baseline, the screening and the event exist together, or none does.
 */
const rescreened = (name: 'rescreened' | 'rescreened_moved', place: string) =>
  defineFence({
    name,
    columns: {
      monitor_id: 'text',
      revision: 'bigint',
      sealed_subject: 'bytea',
      sealed_standing: 'bytea',
      identity: 'text',
      birth: 'text',
      ahead_ms: 'bigint',
    },
    opens: ({ application, changes, id, at, column, anyOf }) =>
      `update monitors m set sealed_subject = ${column.sealed_subject}, sealed_standing = ${column.sealed_standing},
         identity = decode(${column.identity}, 'hex'), birth = decode(${column.birth}, 'hex'),
         screened_at = ${at} + ${column.ahead_ms} * interval '1 millisecond', due = null,
         revision = m.revision + 1${place}
       from ${changes}
       where m.application_id = ${application} and m.monitor_id = ${column.monitor_id}
         and m.revision = ${column.revision} and m.stopped_at is null
         and m.monitor_id = ${anyOf(column.monitor_id)}
       returning ${id}`,
  })
const fences = {
  still: rescreened('rescreened', ''),
  // A changed subject gets a new number in the index.
  moved: rescreened('rescreened_moved', ', monitor_number = default'),
}

const fenceOf = (
  { monitor, party, moved, baseline }: NewBaseline,
  { secrets }: RescreeningDependencies,
): Fence => {
  const { environment, monitorId, revision, clockAheadMs } = monitor
  return fences[moved ? 'moved' : 'still']({
    monitor_id: monitorId,
    revision,
    sealed_subject: sealOfMonitor(secrets, 'subject', party, monitor),
    sealed_standing: sealOfMonitor(secrets, 'baseline', baseline, monitor),
    identity: identityPseudonym(party, environment, secrets.identityKey),
    birth: birthOf(party.facts, environment, secrets.identityKey),
    ahead_ms: clockAheadMs,
  })
}

const service = 'aml_screening'

/** Writes the result of a screening. Returns false when the monitor was stopped, or another process wrote first. */
export const commitScreening = async (
  screened: NewBaseline,
  dependencies: RescreeningDependencies,
): Promise<boolean> => {
  const { monitor, alert, atMs } = screened
  const { applicationId, monitorId } = monitor
  const fence = fenceOf(screened, dependencies)
  if (!alert) {
    const quiet = { id: monitorId, service, scopes: null, atMs, fence, effects: [] }
    return (await writeChanges(dependencies.pool, applicationId, [quiet])).size > 0
  }
  try {
    await dependencies.commit(recordOf(alert, fence, screened, dependencies))
  } catch (error) {
    if (error instanceof AlreadyCompleted) return false
    throw error
  }
  dependencies.wakeDeliveries(applicationId)
  return true
}

/** A screening of the system. It is free, counts against no quota, and is read like any other. */
const recordOf = (
  { type, alert, screeningId, stored, riskLevel }: AlertRecord,
  completes: Fence,
  { monitor: { applicationId }, party: { facts, purpose }, atMs }: NewBaseline,
  { newId, requestsVault, resultsVault, subjectKey }: RescreeningDependencies,
): CommitRecord => {
  const context = resultContext(applicationId, screeningId)
  const data = { object: alert }
  const event = snapshotEvent({ eventId: newId('evt'), type, applicationId, data }, requestsVault)
  return {
    applicationId,
    resultId: screeningId,
    service,
    scopes: null,
    atMs,
    result: frozenResult(resultsVault.seal(Buffer.from(JSON.stringify(stored)), context)),
    charge: null,
    usage: null,
    audit: auditEffect({
      ...systemOrigin,
      actor: 'system',
      http_status: null,
      error_code: null,
      purpose,
      makesResult: true,
      outcome: riskLevel,
      subject: facts.svcId && pseudonym(subjectKey, facts.svcId),
      read_ids: null,
    }),
    completes,
    events: eventsEffect([event]),
    contributed: [],
  }
}
