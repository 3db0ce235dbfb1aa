import { tables as allTables, placeOfTable, placesOfCell } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

/** A table with its rows in a backup. Its name is quoted and has its schema. */
export type DescribedTable = { name: string; columns: string[] }
export type DescribedPartition = { parent: string; name: string; bound: string }

/** The content of a backup apart from the rows. */
export type TableDescription = {
  migrations: string[]
  /** In an order in which their foreign keys can be written. */
  tables: DescribedTable[]
  partitions: DescribedPartition[]
  sequences: { name: string; value: string }[]
}

const schemas = ['public', 'pgboss']
/** The record of migrations is compared, detached partitions are past their retention, and a start gives a restored register a new identity. */
const leftOut = ['schema_migrations', 'detached_partitions', 'register_identity']

/** Whether the rows of a described table are in the database of a register of its own. */
export const isOfRegister = (name: string): boolean => {
  const entry = allTables[name.replace(/^public\./, '')]
  return entry !== undefined && placeOfTable(entry) === 'register'
}

/** Whether a cell has rows of a described table. Each database has the tables of its queue. */
const isOfCell = (name: string): boolean => {
  const entry = allTables[name.replace(/^public\./, '')]
  return entry === undefined ? name.startsWith('pgboss.') : placesOfCell.includes(placeOfTable(entry))
}

/** What is backed up of the description of a cell. The other tables are copies of home, or have no rows there. */
export const ofCell = (described: TableDescription): TableDescription => ({
  ...described,
  tables: described.tables.filter(({ name }) => isOfCell(name)),
  partitions: described.partitions.filter(({ parent }) => isOfCell(parent)),
})

export const describeTables = async (client: pg.ClientBase): Promise<TableDescription> => {
  const { rows: tables } = await client.query<DescribedTable & { oid: number }>(
    `select c.oid, format('%I.%I', n.nspname, c.relname) as name,
       array(select quote_ident(attname) from pg_attribute a
             where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($2)
       -- Detached partitions: their names end in their day or month.
       and not (n.nspname = 'public' and c.relname ~ '_[0-9]{6,8}$')
     order by 2`,
    [schemas, leftOut],
  )
  const { rows: keys } = await client.query<{ from: number; to: number }>(
    `select conrelid as from, confrelid as to from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const { rows: partitions } = await client.query<DescribedPartition>(
    `select format('%I.%I', n.nspname, p.relname) as parent, quote_ident(c.relname) as name,
       pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
       join pg_namespace n on n.oid = p.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' order by 1, 2`,
  )
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = any ($1) and last_value is not null order by 1`,
    [schemas],
  )
  const { rows: migrations } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name',
  )
  return {
    migrations: migrations.map(({ name }) => name),
    tables: inOrderOfKeys(tables, keys),
    partitions,
    sequences,
  }
}

/** Referenced tables come first. */
const inOrderOfKeys = (
  tables: readonly (DescribedTable & { oid: number })[],
  keys: readonly { from: number; to: number }[],
): DescribedTable[] => {
  const ordered: (DescribedTable & { oid: number })[] = []
  const seen = new Set<number>()
  const visit = (table: DescribedTable & { oid: number }): void => {
    if (seen.has(table.oid)) return
    seen.add(table.oid)
    for (const { from, to } of keys) {
      const referenced = from === table.oid && tables.find(({ oid }) => oid === to)
      if (referenced) visit(referenced)
    }
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered.map(({ name, columns }) => ({ name, columns }))
}

/** The rows of each table in several databases together. */
export const sumOf = (counts: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const one of counts)
    for (const [table, count] of Object.entries(one)) sums[table] = (sums[table] ?? 0) + count
  return sums
}
