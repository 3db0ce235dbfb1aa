import { defineEffect } from '@nani/foundation/storage/index.ts'
import { baselineOf, birthOf, identityPseudonym, type StartMonitor, sealOfMonitor } from '../aml/index.ts'

/**
 * A running monitor continues from this screening. A stopped one begins again. Of several screenings in one commit the
 * latest counts.
 */
const monitorRow = defineEffect({
  name: 'monitor',
  columns: {
    monitor_id: 'text',
    environment: 'text',
    identity: 'text',
    birth: 'text',
    sealed_subject: 'bytea',
    sealed_standing: 'bytea',
    ahead_ms: 'bigint',
  },
  write: ({ application, changes, id, at, column }) =>
    `insert into monitors as known (application_id, monitor_id, environment, screening_id, identity, birth,
       sealed_subject, sealed_standing, created_at, screened_at)
     select distinct on (${column.monitor_id}) ${application}, ${column.monitor_id}, ${column.environment}, ${id},
       decode(${column.identity}, 'hex'), decode(${column.birth}, 'hex'), ${column.sealed_subject},
       ${column.sealed_standing}, ${at} + ${column.ahead_ms} * interval '1 millisecond',
       ${at} + ${column.ahead_ms} * interval '1 millisecond'
     from ${changes}
     order by ${column.monitor_id}, ${id} desc
     on conflict (application_id, monitor_id) do update set screening_id = excluded.screening_id,
       identity = excluded.identity, birth = excluded.birth, sealed_subject = excluded.sealed_subject,
       sealed_standing = excluded.sealed_standing, screened_at = excluded.screened_at, due = 'begun',
       created_at = case when known.stopped_at is null then known.created_at else excluded.created_at end,
       stopped_at = null, revision = known.revision + 1, monitor_number = excluded.monitor_number`,
})

/** A monitor that starts in the commit of its screening: both exist, or neither. */
export const newMonitor: StartMonitor = (
  { applicationId, monitorId, environment, clockAheadMs, party, screening },
  secrets,
) => {
  const id = { applicationId, monitorId }
  return monitorRow({
    monitor_id: monitorId,
    environment,
    identity: identityPseudonym(party, environment, secrets.identityKey),
    birth: birthOf(party.facts, environment, secrets.identityKey),
    sealed_subject: sealOfMonitor(secrets, 'subject', party, id),
    sealed_standing: sealOfMonitor(secrets, 'baseline', baselineOf(screening), id),
    ahead_ms: clockAheadMs,
  })
}
