import type { KeyObject } from 'node:crypto'
import { environments } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { ChangedIdentities } from '../../register/register/index.ts'
import { identifierPseudonym } from '../../risk/fraud-network/index.ts'
import type { Monitor } from './monitor-rows.ts'

/** Rows that one statement marks. */
const batchSize = 10_000

/** Marks every monitor. It may stop at any point and start again. */
export const markAllPending = async (database: Database): Promise<void> => {
  const { rows } = await database.query<{ last: number | null }>(
    'select max(monitor_number) as last from monitors where stopped_at is null',
  )
  const last = rows[0]?.last ?? 0
  for (let from = 0; from <= last; from += batchSize) {
    await database.query({
      name: 'mark monitors due',
      text: `update monitors set due = 'changed', revision = revision + 1
        where stopped_at is null and due is distinct from 'changed' and monitor_number between $1 and $2`,
      values: [from, from + batchSize - 1],
    })
  }
}

/** Marks one monitor: it is screened again in any case. */
export const markPending = async (
  database: Database,
  { applicationId, monitorId }: Pick<Monitor, 'applicationId' | 'monitorId'>,
): Promise<void> => {
  await database.query(
    `update monitors set due = 'changed', revision = revision + 1
     where application_id = $1 and monitor_id = $2 and stopped_at is null and due is distinct from 'changed'`,
    [applicationId, monitorId],
  )
}

/** Marks the monitors of applications, for example where what they were screened against is not known. */
export const markMonitorsOf = async (
  database: Database,
  applicationIds: readonly string[],
): Promise<void> => {
  await database.query(
    `update monitors set due = 'changed', revision = revision + 1
     where application_id = any($1) and stopped_at is null and due is distinct from 'changed'`,
    [applicationIds],
  )
}

/** Removes the mark of a monitor for which nothing changed. If something changed since it was read, the mark stays. */
export const clearPending = async (
  database: Database,
  { applicationId, monitorId, revision }: Monitor,
): Promise<void> => {
  await database.query({
    name: 'monitor is not due',
    text: `update monitors set due = null where application_id = $1 and monitor_id = $2 and revision = $3`,
    values: [applicationId, monitorId, revision],
  })
}

/** Marks the monitors of identities that changed in the register. */
export const markIdentitiesPending = async (
  database: Database,
  changed: ChangedIdentities,
  identityKey: KeyObject,
): Promise<void> => {
  const identities = changed.flatMap((identifier) =>
    environments.map((environment) => identifierPseudonym(identifier, environment, identityKey)),
  )
  for (let at = 0; at < identities.length; at += batchSize)
    await database.query(
      `update monitors set due = 'changed', revision = revision + 1
       where identity = any(select decode(hex, 'hex') from unnest($1::text[]) as hex)
         and stopped_at is null and due is distinct from 'changed'`,
      [identities.slice(at, at + batchSize)],
    )
}
