import type { Environment } from '@nani/contract'
import { type Database, dayOf } from '@nani/foundation/storage/index.ts'
import { isShown } from './read-accesses.ts'

/**
 * The citizens whose data was read in this time. A sign-in is not among it: its citizen has just approved it. What they
 * wish to learn is on other nodes, and is asked afterwards.
 */
export const citizensRead = async (
  database: Database,
  { after, until }: { after: Date; until: Date },
): Promise<Map<Environment, Buffer[]>> => {
  const { rows } = await database.query<{ citizen: Buffer; environment: Environment }>({
    name: 'citizens-read',
    text: `select distinct e.subject as citizen, coalesce(a.environment, l.environment) as environment
           from audit_entries e
           left join applications a on a.application_id = e.application_id
           left join left_applications l on l.application_id = e.application_id and a.application_id is null
           where coalesce(a.environment, l.environment) is not null and e.day >= $1::date and e.day <= $2::date and e.at > $3 and e.at <= $4
             and ${isShown} and e.service <> 'sso_login'`,
    values: [dayOf(after.getTime()), dayOf(until.getTime()), after, until],
  })
  const byEnvironment = Map.groupBy(rows, ({ environment }) => environment)
  return new Map(
    [...byEnvironment].map(([environment, own]) => [environment, own.map(({ citizen }) => citizen)]),
  )
}
