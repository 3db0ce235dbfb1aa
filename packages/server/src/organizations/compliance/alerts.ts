import type { AmlScreeningHit } from '@nani/contract'
import { type ConsoleAlert, consoleAlert } from '@nani/contract/console'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { openSnapshot } from '../../calls/outbox/index.ts'
import { listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { ownApplicationInput, requireOwnApplication } from '../organizations/index.ts'
import { applicationPath, complianceReading, officers } from './needs.ts'

type Row = {
  event_id: string
  type: ConsoleAlert['type']
  position: number
  created_at: Date
  sealed_data: Buffer
}
type AlertData = Omit<ConsoleAlert, 'object' | 'id' | 'type' | 'created_at' | 'hits' | 'reason'> & {
  reason?: ConsoleAlert['reason']
  hits: (AmlScreeningHit & { details_url: unknown })[]
}

/** `data.object` of the event. The address of an entry needs a signed call, so that it is left out. */
const alertOf = (row: Row, applicationId: string, vault: Vault): ConsoleAlert => {
  const { event_id: id, type, created_at } = row
  const { object } = openSnapshot(row.sealed_data, { applicationId, eventId: id }, vault)
  const data = object as AlertData
  return {
    ...{ object: 'alert', id, type, created_at: rfc3339(created_at.getTime()) },
    ...{ monitor_id: data.monitor_id, screening_id: data.screening_id, reference: data.reference },
    reason: data.reason ?? null,
    previous_risk_level: data.previous_risk_level,
    risk_level: data.risk_level,
    risk_score: data.risk_score,
    hits: data.hits.map(({ details_url: _, ...hit }, position) => ({ position, ...hit })),
  }
}

/** The alerts of the last 30 days, the newest first. They name people of lists, so that each reading has an entry. */
export const listOwnAlerts = complianceReading({
  name: 'monitors.list_alerts',
  sentence: { en: 'Reads the alerts of monitoring', fr: 'Lit les alertes de la surveillance' },
  actors: { member: officers },
  routes: { member: `GET ${applicationPath}/alerts` },
  input: Type.Object({ ...ownApplicationInput, ...pageInput }, { additionalProperties: false }),
  output: listOf(consoleAlert),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, needs: { cursors, requestsVault } }) {
    await requireOwnApplication(pool, input)
    return readPage(
      { name: 'alerts', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<Row>({
            name: 'own-alerts',
            text: `select event_id, type, position, created_at, sealed_data from events
              where application_id = $1 and type in ('aml_screening.alert', 'aml_screening.hit_removed')
                and sealed_data is not null and ($2::bigint is null or position < $2)
              order by position desc limit $3`,
            values: [input.application_id, after?.[0] ?? null, limit],
          })
          return rows
        },
        positionOf: (row) => [Number(row.position)],
        itemOf: (row) => alertOf(row, input.application_id, requestsVault),
      },
    )
  },
  entry: ({ data }, { input }) => ({
    subject: input.application_id,
    after: { screenings: data.map(({ screening_id }) => screening_id) },
  }),
})
