import { environments, type ServiceName, serviceNames } from '@nani/contract'
import { application, applicationId, applicationUse, organizationId } from '@nani/contract/console'
import { dayMs, memberRoles, Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { listOf, pageInput, readPage } from '../../../gateway/acts/index.ts'
import {
  applicationObject,
  type OwnApplicationRow,
  ownApplicationSelection,
  readOwnApplication,
  requireOwnApplication,
} from './application-object.ts'
import { applicationReading } from './needs.ts'

const closed = { additionalProperties: false }
export const ownApplicationInput = { organization_id: organizationId, application_id: applicationId }

export const listOwnApplications = applicationReading({
  name: 'applications.list_own',
  sentence: { en: 'Lists the applications', fr: 'Liste les applications' },
  actors: { member: memberRoles },
  routes: { member: 'GET /organizations/{organization_id}/applications' },
  input: Type.Object(
    {
      organization_id: organizationId,
      environment: Type.Optional(Type.Enum([...environments])),
      ...pageInput,
    },
    closed,
  ),
  output: listOf(application),
  refusals: ['value_invalid'],
  read: ({ pool, actor, input, needs: { cursors } }) =>
    readPage(
      { name: 'applications', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<OwnApplicationRow>({
            name: 'own-applications',
            text: `${ownApplicationSelection}
              where a.organization_id = $1 and ($2::text is null or a.environment = $2)
                and a.application_id > $3
              order by a.application_id limit $4`,
            values: [input.organization_id, input.environment ?? null, after?.[0] ?? '', limit],
          })
          return rows
        },
        positionOf: (row) => [row.application_id],
        itemOf: applicationObject,
      },
    ),
})

export const readOneOwnApplication = applicationReading({
  name: 'applications.read_own',
  sentence: { en: 'Reads an application', fr: 'Lit une application' },
  actors: { member: memberRoles },
  routes: { member: 'GET /organizations/{organization_id}/applications/{application_id}' },
  input: Type.Object(ownApplicationInput, closed),
  output: application,
  refusals: ['application_not_found'],
  read: async ({ pool, input }) => applicationObject(await readOwnApplication(pool, input)),
})

const maxDays = 400
const usualDays = 30
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-11-24'] })

/** The calls of each day and service, as they were counted. */
export const readUse = applicationReading({
  name: 'applications.read_use',
  sentence: { en: 'Reads the use of an application', fr: "Lit l'usage d'une application" },
  actors: { member: memberRoles },
  routes: { member: 'GET /organizations/{organization_id}/applications/{application_id}/use' },
  input: Type.Object(
    {
      ...ownApplicationInput,
      service: Type.Optional(Type.Enum([...serviceNames])),
      from: Type.Optional(day),
      to: Type.Optional(day),
    },
    closed,
  ),
  output: applicationUse,
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, input, nowMs }) {
    await requireOwnApplication(pool, input)
    const to = input.to === undefined ? nowMs : dayOf(input.to, 'to')
    const from = input.from === undefined ? to - usualDays * dayMs : dayOf(input.from, 'from')
    if (to - from > maxDays * dayMs || from > to)
      throw new Refusal('value_invalid', `The time has 0 to ${maxDays} days.`, {
        context: { field: 'from' },
      })
    const [first, last] = [from, to].map((ms) => new Date(ms).toISOString().slice(0, 10)) as [string, string]
    const { rows } = await pool.query<{ day: string; service: ServiceName; used: number }>({
      name: 'own-use',
      text: `select period_start as day, service, used from usage_counters
        where application_id = $1 and period = 'day' and period_start between $2 and $3
          and ($4::text is null or service = $4)
        order by period_start, service`,
      values: [input.application_id, first, last, input.service ?? null],
    })
    return { object: 'use' as const, from: first, to: last, data: rows }
  },
})

const dayOf = (text: string, field: string): number => {
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text)
    throw new Refusal('value_invalid', `${text} is not a day.`, { context: { field } })
  return ms
}
