import type pg from 'pg'
import { dayMs, dayOf, forEachTable, type KeptDays, whenLockIsFree } from './partitions.ts'

/*
 * A partition past its retention is detached, which takes no lock that callers wait for, and dropped a day later. A
 * mistake that is noticed within that day is undone by attaching the partition again.
 */

const maxPerRun = 3
const detachedForMs = dayMs

/** `day` and `nextDay` are the bounds that PostgreSQL enforces. `timed` states whether rows have an instant, `at`. */
type Attached = { name: string; detaching: boolean; timed: boolean; day: string; nextDay: string }
/** Whether the archive is used for a table that has no archived day here yet. */
export type IsArchived = (table: string) => Promise<boolean>
type Retiring = { warn?: (line: string) => void; isArchived?: IsArchived | undefined }
type DetachedPartition = { name: string; day: string; detachedAtMs: number }

/**
 * Detaches and drops what is past its retention at `nowMs`, the time of the database: at most three partitions of each
 * table. `client` is a connection of its own, outside a transaction. A table that fails does not stop the others.
 */
export const retirePartitions = (
  client: pg.ClientBase,
  nowMs: number,
  set: KeptDays = {},
  { warn = () => {}, isArchived = async () => false }: Retiring = {},
): Promise<void> =>
  forEachTable(async (table, keptDays) => {
    const keptSinceMs = nowMs - keptDays * dayMs
    const archived = await archivedDaysOf(client, archivedWith(table), isArchived)
    const waiting = new Set<string>()
    const mayRetire = (day: string): boolean => {
      if (!archived || archived.has(day)) return true
      waiting.add(day)
      return false
    }
    await finishDetaching(client, table)
    await settleDetached(client, table, { nowMs, keptSince: dayOf(keptSinceMs), mayRetire })
    await detachExpired(client, table, { nowMs, keptSinceMs, mayRetire })
    if (waiting.size > 0)
      warn(
        `${table}: ${waiting.size} days past their retention are kept, because they are not archived. Run: nani archive run`,
      )
  }, set)

/** Leaves are archived in the file of their entries. */
const archivedWith = (table: string): string => (table === 'audit_leaves' ? 'audit_entries' : table)

/** Null: the archive is not used for the table. Otherwise a day leaves the database only by its archive. */
const archivedDaysOf = async (
  client: pg.ClientBase,
  table: string,
  isArchived: IsArchived,
): Promise<Set<string> | null> => {
  const { rows } = await client.query<{ day: string }>(
    'select day::text as day from archived_days where table_name = $1',
    [table],
  )
  return rows.length > 0 || (await isArchived(table)) ? new Set(rows.map(({ day }) => day)) : null
}

const attachedOf = async (client: pg.ClientBase, table: string): Promise<Attached[]> => {
  const { rows } = await client.query<Attached>(
    `select c.relname as name, i.inhdetachpending as detaching,
       (substring(pg_get_expr(c.relpartbound, c.oid) from $$FROM \\('([^']+)'\\)$$)::date)::text as day,
       substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \\('([^']+)'\\)$$)::date as "nextDay",
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'at' and not a.attisdropped) as timed
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by day, name`,
    [table],
  )
  return rows
}

/** A detachment that was interrupted has already hidden the rows. It must be finished before the next begins. */
const finishDetaching = async (client: pg.ClientBase, table: string): Promise<void> => {
  for (const { name, detaching } of await attachedOf(client, table)) {
    if (detaching) await detach(client, table, name)
  }
}

const detach = (client: pg.ClientBase, table: string, name: string): Promise<void> =>
  whenLockIsFree(async () => {
    const partition = (await attachedOf(client, table)).find((attached) => attached.name === name)
    if (!partition) return
    const how = partition.detaching ? 'finalize' : 'concurrently'
    await client.query(`alter table ${table} detach partition ${client.escapeIdentifier(name)} ${how}`)
  })

/** Drops what was detached a day ago, and attaches again what is not past its retention: the clock was wrong. */
const settleDetached = async (
  client: pg.ClientBase,
  table: string,
  { nowMs, keptSince, mayRetire }: { nowMs: number; keptSince: string; mayRetire(day: string): boolean },
): Promise<void> => {
  const attached = new Set((await attachedOf(client, table)).map(({ name }) => name))
  let dropped = 0
  for (const { name, day, detachedAtMs } of await detachedOf(client, table)) {
    if (attached.has(name)) await forget(client, name)
    else if (day >= keptSince)
      await whenLockIsFree(() => client.query('select create_partition($1, $2)', [table, day]))
    else if (!mayRetire(day)) continue
    // Recorded in the future, by a clock that was wrong: the day begins again.
    else if (detachedAtMs > nowMs) await recordDetached(client, { table, name, day, nowMs })
    else if (nowMs - detachedAtMs >= detachedForMs && dropped < maxPerRun) {
      dropped++
      await whenLockIsFree(() => client.query(`drop table if exists ${client.escapeIdentifier(name)}`))
      await forget(client, name)
    }
  }
}

/** A record under any other name than that of its partition is nothing that this file wrote: nothing is dropped by it. */
const detachedOf = async (client: pg.ClientBase, table: string): Promise<DetachedPartition[]> => {
  const { rows } = await client.query<{ name: string; day: string; detached_at: Date }>(
    `select partition_name as name, day::text as day, detached_at from detached_partitions
     where table_name = $1 and partition_name = $1 || to_char(day, '_YYYYMMDD') order by day`,
    [table],
  )
  return rows.map(({ name, day, detached_at }) => ({ name, day, detachedAtMs: detached_at.getTime() }))
}

const forget = (client: pg.ClientBase, name: string) =>
  client.query('delete from detached_partitions where partition_name = $1', [name])

const recordDetached = (
  client: pg.ClientBase,
  { table, name, day, nowMs }: { table: string; name: string; day: string; nowMs: number },
) =>
  client.query(
    `insert into detached_partitions (partition_name, table_name, day, detached_at) values ($1, $2, $3, $4)
     on conflict (partition_name) do update set detached_at = excluded.detached_at`,
    [name, table, day, new Date(nowMs)],
  )

const detachExpired = async (
  client: pg.ClientBase,
  table: string,
  { nowMs, keptSinceMs, mayRetire }: { nowMs: number; keptSinceMs: number; mayRetire(day: string): boolean },
): Promise<void> => {
  const expired = (await attachedOf(client, table)).filter(
    ({ day, nextDay }) => nextDay <= dayOf(keptSinceMs) && mayRetire(day),
  )
  for (const partition of expired.slice(0, maxPerRun)) {
    await refuseWithYoungRows(client, partition, keptSinceMs)
    // Recorded first: a partition that is detached and not recorded would never be dropped.
    await recordDetached(client, { ...partition, table, nowMs })
    await detach(client, table, partition.name)
  }
}

/** The bounds promise the days of the rows. Where rows have an instant of their own, it is asked as well. */
const refuseWithYoungRows = async (
  client: pg.ClientBase,
  { name, timed }: Attached,
  keptSinceMs: number,
): Promise<void> => {
  if (!timed) return
  const { rows } = await client.query<{ newest: Date | null }>(
    `select max(at) as newest from ${client.escapeIdentifier(name)}`,
  )
  const newestMs = rows[0]?.newest?.getTime() ?? 0
  if (newestMs >= keptSinceMs)
    throw new Error(
      `The partition ${name} has a row of ${new Date(newestMs).toISOString()}, which is within its retention. ` +
        'It is kept. Find out which process wrote it with a wrong clock.',
    )
}
