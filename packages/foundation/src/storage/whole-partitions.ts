import type pg from 'pg'

type Database = Pick<pg.ClientBase, 'query'>

/** A partition of one day, which has its rows also while it is detached. */
export type DayPartition = { name: string; day: string; attached: boolean }

/** The partitions of a table, the oldest first, with those that are detached and not dropped yet. */
export const dayPartitions = async (database: Database, table: string): Promise<DayPartition[]> => {
  const { rows } = await database.query<DayPartition>(
    `select c.relname as name, to_date(right(c.relname, 8), 'YYYYMMDD')::text as day, true as attached
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::text::regclass and not i.inhdetachpending
     union
     select partition_name, day::text, false from detached_partitions
     where table_name = $1 and partition_name = $1 || to_char(day, '_YYYYMMDD') and to_regclass(partition_name) is not null
       and not exists (select from pg_inherits where inhrelid = to_regclass(partition_name))
     order by day`,
    [table],
  )
  return rows
}

/** Drops partitions in the transaction of the caller, as the owner. */
export const dropPartitions = async (client: pg.ClientBase, names: readonly string[]): Promise<void> => {
  for (const name of names) await client.query(`drop table ${client.escapeIdentifier(name)}`)
  await client.query('delete from detached_partitions where partition_name = any($1)', [names])
}
