import { rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import {
  type ActNeeds,
  actsWithNeeds,
  filterTime,
  type ListCursors,
  listOf,
  pageInput,
  readPage,
} from '../../gateway/acts/index.ts'
import { alarmKinds, listAlarms } from './alarms.ts'

const { reading } = actsWithNeeds<ActNeeds & { cursors: ListCursors }>()
const weekMs = 7 * 86_400_000

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
      ...pageInput,
    },
    { additionalProperties: false },
  ),
  output: listOf(
    Type.Object({
      object: Type.Literal('alarm'),
      application_id: Type.String(),
      kind: Type.Enum([...alarmKinds]),
      raised_at: Type.String({ format: 'date-time' }),
      details: Type.Record(Type.String(), Type.Number()),
    }),
  ),
  refusals: ['value_invalid'],
  read({ pool, actor, input, nowMs, needs: { cursors } }) {
    const since = input.from === undefined ? new Date(nowMs - weekMs) : filterTime('from', input.from)
    const applicationId = input.application_id ?? null
    return readPage(
      { name: 'alarms by time', actor, input, cursors },
      {
        rows: (after, limit) => listAlarms(pool, { since, applicationId, after, limit }),
        positionOf: ({ raised_at, application_id, kind }) => [raised_at.getTime(), application_id, kind],
        itemOf: ({ raised_at, ...alarm }) => ({
          object: 'alarm' as const,
          ...alarm,
          raised_at: rfc3339(raised_at.getTime()),
        }),
      },
    )
  },
})

export const alarmReadings = [listAlarmsForDesk] as const
