import { rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import {
  type ActNeeds,
  actsWithNeeds,
  askAll,
  type Databases,
  filterTime,
  type ListCursors,
  listOfAll,
  pageInput,
  readPageOfAll,
} from '../../gateway/acts/index.ts'
import { type Alarm, alarmKinds, listAlarms } from './alarms.ts'

const { reading } = actsWithNeeds<ActNeeds & { cursors: ListCursors; databases: Databases }>()
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
  output: listOfAll(
    Type.Object({
      object: Type.Literal('alarm'),
      application_id: Type.String(),
      kind: Type.Enum([...alarmKinds]),
      raised_at: Type.String({ format: 'date-time' }),
      details: Type.Record(Type.String(), Type.Number()),
    }),
  ),
  refusals: ['value_invalid'],
  read({ actor, input, nowMs, needs: { cursors, databases } }) {
    const since = input.from === undefined ? new Date(nowMs - weekMs) : filterTime('from', input.from)
    const applicationId = input.application_id ?? null
    return readPageOfAll(
      { name: 'alarms by time', actor, input, cursors },
      {
        // Alarms about calls in a cell are rows of the cell.
        async rows(after, limit) {
          const { answers, unread } = await askAll(databases(), (pool) =>
            listAlarms(pool, { since, applicationId, after, limit }),
          )
          const rows = answers.flatMap(({ answer }) => answer)
          // Each database has sorted its own.
          return { rows: answers.length > 1 ? rows.toSorted(byAge).slice(0, limit) : rows, unread }
        },
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

const byAge = (one: Alarm, other: Alarm): number =>
  other.raised_at.getTime() - one.raised_at.getTime() || (nameOf(one) < nameOf(other) ? 1 : -1)
const nameOf = ({ application_id, kind }: Alarm): string => `${application_id} ${kind}`

export const alarmReadings = [listAlarmsForDesk] as const
