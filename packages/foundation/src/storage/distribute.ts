import type pg from 'pg'
import { placeOfTable } from './tables/place.ts'
import type { TableEntry, TableKind } from './tables/table-entry.ts'
import { tables as allTables } from './tables/tables.ts'

/** A table that Citus distributes, or of which it keeps a copy on every node. */
export type Distribution = { table: string; statement: string; isReference: boolean }

// Every other citizen table has its rows on the node of the person.
const group = 'citizens'

/**
 * The statements that distribute the register on a coordinator with Citus, in order: reference tables before those that have
 * foreign keys to them, and `citizens` before the tables of its group. Tables of calls are never distributed. A table that
 * Citus made local because of a foreign key is distributed too.
 */
export const distributions = (
  entries: Readonly<Record<string, Pick<TableEntry, 'kind' | 'place'>>> = allTables,
): Distribution[] => {
  const register = Object.entries(entries).filter(([, entry]) => placeOfTable(entry) === 'register')
  return register
    .flatMap(([table, { kind }]) => {
      const call = distributionCall(table, kind)
      if (call === null) return []
      const isReference = kind.kind === 'reference'
      const statement = `select ${call} where not exists (${distributed(table, isReference)})`
      return [{ table, statement, isReference }]
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.table.localeCompare(other.table))
}

export const distributionStatements = (): string[] => distributions().map(({ statement }) => statement)

const rankOf = ({ table, isReference }: Distribution): number => (isReference ? 0 : table === group ? 1 : 2)

const distributionCall = (table: string, kind: TableKind): string | null => {
  if (kind.kind === 'reference') return `create_reference_table('${table}')`
  if (kind.kind !== 'citizen') return null
  const together = table === group || kind.column === 'file_id' ? 'none' : group
  return `create_distributed_table('${table}', '${kind.column}', colocate_with => '${together}')`
}

/**
 * The row of Citus about a table that is distributed. A table that it only manages, because of a foreign key, has the method `n`
 * without the replication `t` of a reference table.
 */
const distributed = (table: string, isReference: boolean): string =>
  `select from pg_dist_partition where logicalrelid = '${table}'::regclass and ${
    isReference ? `partmethod = 'n' and repmodel = 't'` : `partmethod = 'h'`
  }`

/** The tables that are not distributed as they should be. After the statements it is empty. */
export const undistributedTables = async (pool: Pick<pg.Pool, 'query'>): Promise<string[]> => {
  const wrong: string[] = []
  for (const { table, isReference } of distributions()) {
    const { rowCount } = await pool.query(distributed(table, isReference))
    if (rowCount === 0) wrong.push(table)
  }
  return wrong
}
