import { rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { type ActNeeds, actsWithNeeds, filterTime } from '../../gateway/acts/index.ts'
import { alarmKinds, listAlarms } from './alarms.ts'

const { reading } = actsWithNeeds<ActNeeds>()
const weekMs = 7 * 86_400_000
const defaultListed = 100

const listAlarmsForDesk = reading({
  name: 'alarms.list_for_desk',
  sentence: { en: 'Lists the newest alarms', fr: 'Liste les dernières alarmes' },
  actors: { operator: ['auditor', 'supervisor'] },
  routes: { operator: 'GET /alarms' },
  input: Type.Object(
    {
      application_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      /** Absent: the last seven days. */
      from: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: defaultListed })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        object: Type.Literal('alarm'),
        application_id: Type.String(),
        kind: Type.Enum([...alarmKinds]),
        raised_at: Type.String({ format: 'date-time' }),
        details: Type.Record(Type.String(), Type.Number()),
      }),
    ),
  }),
  refusals: ['value_invalid'],
  async read({ pool, input, nowMs }) {
    const since = input.from === undefined ? new Date(nowMs - weekMs) : filterTime('from', input.from)
    const alarms = await listAlarms(pool, {
      ...{ since, limit: input.limit ?? defaultListed, applicationId: input.application_id ?? null },
    })
    return {
      object: 'list' as const,
      data: alarms.map(({ raised_at, ...alarm }) => ({
        object: 'alarm' as const,
        ...alarm,
        raised_at: rfc3339(raised_at.getTime()),
      })),
    }
  },
})

export const alarmReadings = [listAlarmsForDesk] as const
