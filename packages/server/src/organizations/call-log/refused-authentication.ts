import { refusedAuthentication } from '@nani/contract/console'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { homePoolOf, listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { ownApplicationInput, requireOwnApplication } from '../organizations/index.ts'
import { callLogReading } from './needs.ts'

type Row = { minute: Date; code: string; count: number }

/** Calls that were not verified are counted by minute, and not listed: the key id is public. */
export const countRefusedAuthentication = callLogReading({
  name: 'requests.count_refused',
  sentence: {
    en: 'Counts the calls whose sender was not verified',
    fr: "Compte les appels dont l'expéditeur n'a pas été vérifié",
  },
  actors: { member: ['owner', 'administrator', 'developer', 'compliance_officer'] },
  routes: {
    member: 'GET /organizations/{organization_id}/applications/{application_id}/refused-authentication',
  },
  input: Type.Object({ ...ownApplicationInput, ...pageInput }, { additionalProperties: false }),
  output: listOf(refusedAuthentication),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, needs }) {
    await requireOwnApplication(pool, input)
    return readPage(
      { name: 'refused-authentication', actor, input, cursors: needs.cursors },
      {
        async rows(after, limit) {
          const { rows } = await homePoolOf(needs).query<Row>(
            `select minute, code, sum(failures)::bigint as count from authentication_failures
             where application_id = $1 and ($2::timestamptz is null or (minute, code) < ($2, $3))
             group by minute, code order by minute desc, code desc limit $4`,
            [
              ...[input.application_id, after ? new Date(Number(after[0])) : null],
              ...[after ? String(after[1]) : null, limit],
            ],
          )
          return rows
        },
        positionOf: (row) => [row.minute.getTime(), row.code],
        itemOf: ({ minute, code, count }) => ({
          ...{ object: 'refused_authentication' as const, minute: rfc3339(minute.getTime()), code },
          count: Number(count),
        }),
      },
    )
  },
})
