import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { continueRestoredLog } from '../audit-transparency/index.ts'
import { putUpRestoredTriggers } from '../cells/index.ts'
import { type DescribedTable, describeTables, type TableDescription } from './described-tables.ts'

/** What a restore writes to one database, in one transaction. */
export type Part = {
  /** Null: home, or the register. */
  cell: string | null
  client: pg.Client
  described: TableDescription
}

/** Empties the tables, and makes them ready for the rows. */
export const preparePart = async ({ client, described, cell }: Part): Promise<void> => {
  const { migrations, tables, partitions } = described
  const here = await describeTables(client)
  const names = (some: readonly DescribedTable[]) => JSON.stringify(some.map(({ name }) => name).toSorted())
  const found = here.tables.filter(({ name }) => tables.some((table) => table.name === name))
  if (JSON.stringify(here.migrations) !== JSON.stringify(migrations) || names(found) !== names(tables))
    throw new Refusal(
      'backup_of_other_version',
      `The backup ${cell === null ? '' : `of the cell ${cell} `}was made by a version with ${migrations.length} migrations, the last of which is ${migrations.at(-1)}.`,
    )
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  const existing = new Set(here.partitions.map(({ name }) => name))
  for (const { parent, name, bound } of partitions) {
    if (existing.has(name)) continue
    // The storage of `create_partition`.
    await client.query(
      `create table public.${name} (like ${parent} including all) with (toast_tuple_target = 8160)`,
    )
    await client.query(`alter table ${parent} attach partition public.${name} ${bound}`)
  }
  // Triggers guard the rows of a running installation, and would refuse to add some of them.
  await setTriggers(client, tables, 'disable')
}

const setTriggers = async (
  client: pg.Client,
  tables: readonly DescribedTable[],
  state: 'disable' | 'enable',
): Promise<void> => {
  for (const { name } of tables) await client.query(`alter table ${name} ${state} trigger user`)
}

export const writeRows = async (
  { client, described }: Part,
  table: string,
  texts: readonly string[],
): Promise<void> => {
  const columns = described.tables.find(({ name }) => name === table)?.columns ?? []
  // `offset 0` keeps PostgreSQL from reading a text once for each column.
  await client.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value
     select ${columns.map((column) => `(r).${column}`).join(', ')}
     from (select text::${table} as r from unnest($1::text[]) as text offset 0) as s`,
    [texts],
  )
}

/** Compares the counts, and puts the triggers and the sequences in force. */
export const finishPart = async (
  { client, described: { tables, sequences } }: Part,
  expected: Readonly<Record<string, number>>,
): Promise<void> => {
  for (const { name } of tables) await verifyCount(client, name, expected[name])
  if (tables.some(({ name }) => name === 'public.audit_sequencing')) await continueRestoredLog(client)
  await setTriggers(client, tables, 'enable')
  // Home still names the database that an organization leaves until its move is completed. It must not accept writes.
  if (tables.some(({ name }) => name === 'public.move_fences')) await putUpRestoredTriggers(client)
  for (const { name, value } of sequences) await client.query('select setval($1, $2)', [name, value])
}

/** Counted in the database, and not while writing. */
const verifyCount = async (client: pg.Client, table: string, expected: number | undefined): Promise<void> => {
  const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${table}`)
  const count = Number(rows[0]?.count)
  if (count !== expected)
    throw new Refusal(
      'backup_damaged',
      `After the restore ${table} has ${count} rows, and ${expected} were backed up.`,
    )
}
