import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { defineAct } from '../../gateway/acts/index.ts'
import { stopMonitor } from './monitors.ts'

/** An operator stops a monitor. The data of its subject is deleted. */
export const stopMonitorOf = defineAct({
  name: 'monitors.stop',
  sentence: { en: 'Stops a monitor', fr: 'Arrête une surveillance' },
  actors: { operator: ['supervisor'] },
  input: Type.Object(
    { application_id: Type.String({ maxLength: 64 }), monitor_id: Type.String({ maxLength: 64 }) },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  refusals: ['monitor_not_found'],
  async perform({ client, input: { application_id, monitor_id }, needs: { clock } }) {
    if (!(await stopMonitor(application_id, monitor_id, { pool: client, clock })))
      throw new Refusal('monitor_not_found', `The application has no running monitor ${monitor_id}.`)
    return { result: null, entry: { subject: application_id, after: { monitor_id } } }
  },
})
