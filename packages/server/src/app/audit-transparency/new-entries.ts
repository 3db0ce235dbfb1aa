import type { Environment } from '@nani/contract'
import { type Database, dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import { canonicalEntry } from '../audit/index.ts'

/** An entry without a leaf, in canonical form. */
export type NewEntry = {
  application_id: string
  entry_id: string
  day: string
  environment: Environment
  canonical: string
  /** The transaction that wrote it. Null: an entry of before the log. */
  written_in: string | null
}

/** Entries of one step. A step with more takes the others in the next. */
export const maxEntriesOfStep = 10_000

/** SQL for the environment of the entry `e` of the application `a`. One that moved to a cell has left its entries here. */
export const environmentOfEntry = `coalesce(a.environment,
    (select l.environment from left_applications l where l.application_id = e.application_id), 'production')`

const selectedFrom = (entries: string) => `
  select e.application_id, e.entry_id, e.day::text as day, ${environmentOfEntry} as environment,
    ${canonicalEntry} as canonical, e.written_in
  from ${entries} e
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

/** The snapshot of a moment, but only for transactions before this one: what they committed later is not in it either. */
const snapshotBefore = ({ active }: Snapshot, transaction: string): Snapshot => {
  const before = active.filter((id) => BigInt(id) < BigInt(transaction))
  return readSnapshot(`${before[0] ?? transaction}:${transaction}:${before.join(',')}`)
}

export const readSnapshot = (text: string): Snapshot => {
  const [, xmax = '', active = ''] = text.split(':')
  return { text, xmax, active: active === '' ? [] : active.split(',') }
}

/** Whether a snapshot with these `xmax` and active transactions could not see the entry. */
export const isWrittenSince = '(e.written_in >= $1::xid8 or e.written_in = any($2::xid8[]))'

/** As a scalar, so that PostgreSQL looks for the leaf of each row that it reads, and not for all leaves of the day. */
const hasNoLeafYet = `coalesce((select false from audit_leaves l
    where l.application_id = e.application_id and l.entry_id = e.entry_id and l.day = e.day), true)`

const waitingEntries = (written: string) => `(
    select e.* from audit_entries e where e.day >= $3::date and ${written} and ${hasNoLeafYet}
    order by e.written_in limit $4)`

/**
 * The entries that this transaction can see and an earlier snapshot could not, and the snapshot from which the next step reads.
 * A transaction that commits late is in no earlier snapshot, so that its entries come with the next step. The order of two steps
 * is the order of their commits. Transactions are read in the order of their numbers: a step that cannot take all of them reads
 * no more than it takes, and the next one continues there.
 */
export const readNewEntries = async (
  database: Database,
  {
    since,
    now,
    lastReadMs,
    maxEntries,
  }: { since: Snapshot; now: Snapshot; lastReadMs: number; maxEntries: number },
): Promise<{ entries: NewEntry[]; until: Snapshot; isComplete: boolean }> => {
  const { rows: entries } = await database.query<NewEntry>(
    `with waiting as materialized (
       select * from (${waitingEntries('e.written_in >= $1::xid8')}
         union all ${waitingEntries('e.written_in = any($2::xid8[])')}) e
       order by e.written_in limit $4)
     ${selectedFrom('waiting')}
     order by e.written_in, e.at, e.application_id, e.entry_id`,
    [since.xmax, since.active, firstDayOfStep(lastReadMs), maxEntries],
  )
  const last = entries.at(-1)
  if (!last?.written_in || entries.length < maxEntries) return { entries, until: now, isComplete: true }
  return { entries, until: snapshotBefore(now, last.written_in), isComplete: false }
}

/** Where the search for older entries without a leaf has arrived. */
export type SweepPosition = { day: string; application: string; entry: string }

/** The entries of one day without a leaf, after a position. */
export const readOlderEntries = async (
  database: Database,
  { day, application, entry }: SweepPosition,
): Promise<NewEntry[]> => {
  const { rows } = await database.query<NewEntry>(
    `${selectedFrom('audit_entries')}
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
