import { idTime } from '../../../core/index.ts'
import { inlineEvent, pseudonym, resultContext, type StoredResult } from '../../../delivery/index.ts'
import { eventRecord, outboxExpressions } from '../../../ledger/index.ts'
import { dayOf } from '../../../storage/index.ts'
import { type MonitoredParty, type Standing, sealOfMonitor } from '../monitor.ts'
import { birthOf, identityPseudonym } from '../monitored-identity.ts'
import type { RescreeningDependencies } from './dependencies.ts'
import type { Monitor } from './monitor-rows.ts'

/** What an alert leaves behind: a screening that can be read like any other, and the event. */
export type AlertRecord = {
  screeningId: string
  stored: StoredResult
  riskLevel: string
  alert: Record<string, unknown>
}

export type NewStanding = {
  monitor: Monitor
  party: MonitoredParty
  /** The subject is another than before to an index, and takes a new place in it. */
  moved: boolean
  standing: Standing
  alert: AlertRecord | null
  atMs: number
}

/*
 * One statement. The revision is the fence: of several processes that screened the monitor from the same standing one
 * alone writes, and the standing, the screening and the event are there together or not at all.
 */
const statement = (moved: boolean) => `with monitor as (
    update monitors set sealed_subject = $4, sealed_standing = $5, identity = decode($6, 'hex'), birth = decode($15, 'hex'), screened_at = $7,
      due = null, revision = revision + 1${moved ? ', monitor_number = default' : ''}
    where application_id = $1 and monitor_id = $2 and revision = $3 and stopped_at is null
    returning monitor_id
  ), result as (
    insert into results (application_id, day, result_id, service, sealed_result)
    select $1, $9, $8, 'aml_screening', $10 from monitor where $8::text is not null
  ), audit as (
    insert into audit_entries (application_id, day, entry_id, at, service, purpose, result_id, outcome, subject)
    select $1, $9, $8, $7, 'aml_screening', $11, $8, $12, decode($13, 'hex') from monitor where $8::text is not null
  ), outgoing as (
    select e.*, $7::timestamptz as at from monitor, json_to_recordset($14) as e(${eventRecord})
  )${outboxExpressions}
  select monitor_id from monitor`

/** Writes what a screening found; false when the monitor was stopped, or somebody else was quicker. */
export const commitScreening = async (
  { monitor, party, moved, standing, alert, atMs }: NewStanding,
  dependencies: RescreeningDependencies,
): Promise<boolean> => {
  const { pool, secrets, resultsVault, subjectKey } = dependencies
  const { applicationId, monitorId, revision, environment } = monitor
  const { facts, purpose } = party
  const { rowCount } = await pool.query({
    name: `commit-rescreening${moved ? '-moved' : ''}`,
    text: statement(moved),
    values: [
      applicationId,
      monitorId,
      revision,
      sealOfMonitor(secrets, 'subject', party, monitor),
      sealOfMonitor(secrets, 'standing', standing, monitor),
      identityPseudonym(party, environment, secrets.identityKey),
      new Date(atMs),
      alert?.screeningId ?? null,
      alert && dayOf(idTime('aml', alert.screeningId) ?? atMs),
      alert &&
        resultsVault.seal(
          Buffer.from(JSON.stringify(alert.stored)),
          resultContext(applicationId, alert.screeningId),
        ),
      purpose,
      alert?.riskLevel ?? null,
      facts.svcId && pseudonym(subjectKey, facts.svcId),
      JSON.stringify(alert ? [eventOf(alert, applicationId, dependencies)] : []),
      birthOf(facts, environment, secrets.identityKey),
    ],
  })
  const written = (rowCount ?? 0) > 0
  if (written && alert) dependencies.wakeDeliveries(applicationId)
  return written
}

const eventOf = (
  { alert }: AlertRecord,
  applicationId: string,
  { newId, requestsVault }: RescreeningDependencies,
) => inlineEvent('aml_screening.alert', newId('evt'), applicationId, { object: alert }, requestsVault)
