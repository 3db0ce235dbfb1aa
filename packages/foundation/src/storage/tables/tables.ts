import { callsTables } from './calls.ts'
import { citizensTables } from './citizens.ts'
import { deskTables } from './desk.ts'
import { installationTables } from './installation.ts'
import { moneyTables } from './money.ts'
import { organizationsTables } from './organizations.ts'
import { isCopied } from './place.ts'
import { registerTables } from './register.ts'
import { riskTables } from './risk.ts'
import { servicesTables } from './services.ts'
import { addOnly, type TableEntry, type TableKind, type Tables } from './table-entry.ts'

const entries = {
  ...callsTables,
  ...citizensTables,
  ...deskTables,
  ...installationTables,
  ...moneyTables,
  ...organizationsTables,
  ...registerTables,
  ...riskTables,
  ...servicesTables,
}

/**
 * Every table of the schema: who writes and reads it, the rights of the login that serves calls, how long its rows are kept, and
 * its place in a database with several nodes. Grants, partitions, retention and distribution read it. Tests compare it with the
 * live database and with the statements of the product.
 */
export const tables: Tables = entries

export const tableKinds: Readonly<Record<string, TableKind>> = Object.fromEntries(
  Object.entries(tables).map(([table, { kind }]) => [table, kind]),
)

type Entries = typeof entries
export type PartitionedTable = {
  [Table in keyof Entries]: Entries[Table] extends { partition: string } ? Table : never
}[keyof Entries]

const tablesWith = (isWanted: (entry: TableEntry) => boolean): string[] =>
  Object.keys(tables).filter((table) => isWanted(tables[table] as TableEntry))

/** Tables partitioned by day (UTC), and how many days each is kept. A module may set another number for its tables. */
export const partitionedTables = Object.fromEntries(
  tablesWith(({ partition }) => partition !== undefined).map((table) => [table, tables[table]?.retention]),
) as Readonly<Record<PartitionedTable, number>>

export const isMonthly = (table: string): boolean => tables[table]?.partition === 'month'

/** Tables of evidence. The role that serves calls may add rows and read them, and nothing else. */
export const appendOnlyTables = tablesWith(({ rights }) => rights.evidence === true)
/** The tables of home that every cell has a copy of. */
export const copiedTables = tablesWith(isCopied).toSorted()
export const ownerOnlyTables = tablesWith(({ rights }) => rights.ownerOnly === true)

/** The rights of the login that serves calls. Rows are only added to a table that this release does not know. */
export const rightsOf = (
  table: string,
): Required<{ [verb in 'insert' | 'delete']: boolean }> & {
  update: 'all' | readonly string[]
} => {
  const { insert = true, update = [], delete: mayDelete = false } = tables[table]?.rights ?? addOnly
  return { insert, update, delete: mayDelete }
}
