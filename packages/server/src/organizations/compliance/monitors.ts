import { consoleMonitor } from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { type MonitorSummary, monitorsPage, stopMonitor } from '../../services/monitoring/index.ts'
import { ownApplicationInput, requireOwnApplication } from '../organizations/index.ts'
import { applicationPath, complianceAct, complianceReading, officers } from './needs.ts'

const closed = { additionalProperties: false }

const monitorOf = (row: MonitorSummary) => ({
  object: 'monitor' as const,
  id: row.monitor_id,
  status: row.stopped_at ? ('stopped' as const) : ('active' as const),
  environment: row.environment,
  reference: row.reference,
  screening_id: row.screening_id,
  created_at: rfc3339(row.created_at.getTime()),
  screened_at: rfc3339(row.screened_at.getTime()),
  stopped_at: row.stopped_at && rfc3339(row.stopped_at.getTime()),
})

export const listOwnMonitors = complianceReading({
  name: 'monitors.list_own',
  sentence: { en: 'Lists the monitors of an application', fr: "Liste les surveillances d'une application" },
  actors: { member: officers },
  routes: { member: `GET ${applicationPath}/monitors` },
  input: Type.Object({ ...ownApplicationInput, ...pageInput }, closed),
  output: listOf(consoleMonitor),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, needs: { cursors, secrets } }) {
    await requireOwnApplication(pool, input)
    return readPage(
      { name: 'monitors', actor, input, cursors },
      {
        rows: (position, limit) =>
          monitorsPage(
            {
              applicationId: input.application_id,
              after: position && [Number(position[0]), String(position[1])],
              limit,
            },
            { pool, secrets },
          ),
        positionOf: (row) => [row.created_at.getTime(), row.monitor_id],
        itemOf: monitorOf,
      },
    )
  },
})

/** The data of the subject is deleted. A new screening starts another monitor. */
export const stopOwnMonitor = complianceAct({
  name: 'monitors.stop_own',
  sentence: { en: 'Stops a monitor of an application', fr: "Arrête une surveillance d'une application" },
  actors: { member: officers },
  routes: { member: `POST ${applicationPath}/monitors/{id}/stop` },
  answers: 204,
  input: Type.Object({ ...ownApplicationInput, id: Type.String({ minLength: 1, maxLength: 64 }) }, closed),
  output: Type.Null(),
  refusals: ['application_not_found', 'monitor_not_found'],
  async perform({ client, input, needs: { clock } }) {
    await requireOwnApplication(client, input)
    if (!(await stopMonitor(input.application_id, input.id, { pool: client, clock })))
      throw new Refusal('monitor_not_found', 'The application has no running monitor with this id.')
    return { result: null, entry: { subject: input.application_id, after: { monitor_id: input.id } } }
  },
})
