import { rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { type ActNeeds, defineReading, needsOf } from '../../gateway/acts/index.ts'
import type { MonitorSecrets } from '../aml/index.ts'
import { listMonitors, maxListed } from './monitors.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])
const textOf = (at: Date): string => rfc3339(at.getTime())

/** The monitors of an application, the newest first. A reference can name a person, so that each reading has an entry. */
export const readMonitors = defineReading({
  name: 'monitors.list',
  sentence: { en: 'Lists the monitors of an application', fr: 'Liste les surveillances d’une application' },
  actors: { operator: ['supervisor', 'auditor'] },
  input: Type.Object(
    {
      application_id: Type.String({ maxLength: 64 }),
      limit: Type.Integer({ minimum: 0, maximum: maxListed }),
    },
    { additionalProperties: false },
  ),
  output: Type.Array(
    Type.Object({
      monitor_id: Type.String(),
      environment: Type.Enum(['sandbox', 'production']),
      screening_id: Type.String(),
      created_at: Type.String(),
      screened_at: Type.String(),
      stopped_at: textOrNull,
      reference: textOrNull,
    }),
  ),
  needs: needsOf<ActNeeds & { secrets: MonitorSecrets }>(),
  async read({ pool, input: { application_id, limit }, needs: { secrets } }) {
    const monitors = await listMonitors(application_id, { pool, secrets }, { limit })
    return monitors.map((one) => ({
      ...one,
      created_at: textOf(one.created_at),
      screened_at: textOf(one.screened_at),
      stopped_at: one.stopped_at && textOf(one.stopped_at),
    }))
  },
  entry: (monitors, { input }) => ({ subject: input.application_id, after: { monitors: monitors.length } }),
})
