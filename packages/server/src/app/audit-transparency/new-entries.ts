import type { Environment } from '@nani/contract'
import { dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import { canonicalEntry } from '../audit/index.ts'
import type { Database } from './tree-rows.ts'

/** An entry without a leaf, in canonical form. */
export type NewEntry = {
  application_id: string
  entry_id: string
  day: string
  environment: Environment
  canonical: string
}

/** Entries of one step. A step with more takes the others in the next. */
export const maxEntriesOfStep = 10_000

const selected = `
  select e.application_id, e.entry_id, e.day::text as day, coalesce(a.environment, 'production') as environment,
    ${canonicalEntry} as canonical
  from audit_entries e
  left join applications a on a.application_id = e.application_id`

const hasNoLeaf = `not exists (
    select from audit_leaves l
    where l.application_id = e.application_id and l.entry_id = e.entry_id and l.day = e.day)`

/**
 * Entries are written with the day of their call. One that is more than two days older than the step before is not taken, and
 * `nani audit check` names it.
 */
const newestDays = 2
export const firstDayOfStep = (lastReadMs: number): string => dayOf(lastReadMs - newestDays * dayMs)

/** What was committed between two snapshots of PostgreSQL. */
export type Snapshot = { text: string; xmax: string; active: string[] }

export const readSnapshot = (text: string): Snapshot => {
  const [, xmax = '', active = ''] = text.split(':')
  return { text, xmax, active: active === '' ? [] : active.split(',') }
}

/** Whether a snapshot with these `xmax` and active transactions could not see the entry. */
export const isWrittenSince = '(e.written_in >= $1::xid8 or e.written_in = any($2::xid8[]))'

/**
 * The entries that this transaction can see and an earlier snapshot could not. A transaction that commits late is in no
 * earlier snapshot, so that its entries come with the next step. The order of two steps is the order of their commits.
 */
export const readNewEntries = async (
  database: Database,
  since: Snapshot,
  lastReadMs: number,
): Promise<NewEntry[]> => {
  const { rows } = await database.query<NewEntry>(
    `${selected}
     where e.day >= $3::date and ${isWrittenSince} and ${hasNoLeaf}
     order by e.at, e.application_id, e.entry_id limit ${maxEntriesOfStep}`,
    [since.xmax, since.active, firstDayOfStep(lastReadMs)],
  )
  return rows
}

/** Where the search for older entries without a leaf has arrived. */
export type SweepPosition = { day: string; application: string; entry: string }

/** The entries of one day without a leaf, after a position. */
export const readOlderEntries = async (
  database: Database,
  { day, application, entry }: SweepPosition,
): Promise<NewEntry[]> => {
  const { rows } = await database.query<NewEntry>(
    `${selected}
     where e.day = $1 and (e.application_id, e.entry_id) > ($2, $3) and ${hasNoLeaf}
     order by e.application_id, e.entry_id limit ${maxEntriesOfStep}`,
    [day, application, entry],
  )
  return rows
}

/** The first day of the partitions of entries, and the last. Null: there is no partition. */
export const firstAndLastDay = async (
  database: Database,
): Promise<{ first: string; last: string } | null> => {
  const { rows } = await database.query<{ first: string | null; last: string | null }>(
    `select min(to_date(right(c.relname, 8), 'YYYYMMDD'))::text as first,
       max(to_date(right(c.relname, 8), 'YYYYMMDD'))::text as last
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'audit_entries'::regclass`,
  )
  const { first, last } = rows[0] ?? {}
  return first && last ? { first, last } : null
}
