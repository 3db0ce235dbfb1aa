import type { KeyObject } from 'node:crypto'
import { environments } from '@nani/contract'
import type pg from 'pg'
import type { ChangedIdentities } from '../../../register/index.ts'
import { identifierPseudonym } from '../monitored-identity.ts'
import type { Monitor } from './monitor-rows.ts'

type Database = Pick<pg.ClientBase, 'query'>

/** Rows that one statement marks. */
const range = 10_000

/** Everybody is to be screened again. It may stop anywhere and be begun again. */
export const markAllDue = async (database: Database): Promise<void> => {
  const { rows } = await database.query<{ last: number | null }>(
    'select max(monitor_number) as last from monitors where stopped_at is null',
  )
  const last = rows[0]?.last ?? 0
  for (let from = 0; from <= last; from += range) {
    await database.query({
      name: 'mark monitors due',
      text: `update monitors set due = 'changed', revision = revision + 1
        where stopped_at is null and due is distinct from 'changed' and monitor_number between $1 and $2`,
      values: [from, from + range - 1],
    })
  }
}

/** It is to be screened again by itself, whatever else happens. */
export const markDue = async (
  database: Database,
  { applicationId, monitorId }: Pick<Monitor, 'applicationId' | 'monitorId'>,
): Promise<void> => {
  await database.query(
    `update monitors set due = 'changed', revision = revision + 1
     where application_id = $1 and monitor_id = $2 and stopped_at is null and due is distinct from 'changed'`,
    [applicationId, monitorId],
  )
}

/** Nothing happened while it began; if something did since, the mark stays. */
export const clearDue = async (
  database: Database,
  { applicationId, monitorId, revision }: Monitor,
): Promise<void> => {
  await database.query({
    name: 'monitor is not due',
    text: `update monitors set due = null where application_id = $1 and monitor_id = $2 and revision = $3`,
    values: [applicationId, monitorId, revision],
  })
}

/** The register changed these: whoever is monitored by one of them is to be looked at again. */
export const markIdentitiesDue = (
  database: Database,
  changed: ChangedIdentities,
  identityKey: KeyObject,
): Promise<void> =>
  markConcernedDue(database, {
    identities: changed.flatMap((identifier) =>
      environments.map((environment) => identifierPseudonym(identifier, environment, identityKey)),
    ),
    births: [],
  })

/** Whom a change elsewhere concerns, by pseudonyms in hex. */
export type Concerned = { identities: readonly string[]; births: readonly string[] }

/** The monitors of these are to be screened again. */
export const markConcernedDue = async (
  database: Database,
  { identities, births }: Concerned,
): Promise<void> => {
  const hexes = { identity: identities, birth: births }
  for (const [column, all] of Object.entries(hexes))
    for (let at = 0; at < all.length; at += range)
      await database.query(
        `update monitors set due = 'changed', revision = revision + 1
         where ${column} = any(select decode(hex, 'hex') from unnest($1::text[]) as hex)
           and stopped_at is null and due is distinct from 'changed'`,
        [all.slice(at, at + range)],
      )
}
