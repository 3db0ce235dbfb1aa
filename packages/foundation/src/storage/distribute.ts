import { type TableKind, tenantColumn } from './tables/table-entry.ts'
import { tableKinds } from './tables/tables.ts'

// Foreign keys point from tenant tables to `applications` and from lists to `list_versions`: those come first.
const first = ['list_versions', 'organizations', 'applications', 'citizens']

/**
 * The statements that distribute the schema on a coordinator with Citus, in order. Each is safe to repeat: a table
 * that is distributed already is left alone. Tables of kind `local` stay on the coordinator.
 */
export const distributionStatements = (kinds: Readonly<Record<string, TableKind>> = tableKinds): string[] => {
  const names = Object.keys(kinds).toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
  const references = names.filter((name) => kinds[name]?.kind === 'reference')
  const distributed = names.filter((name) => !references.includes(name))
  return [...references, ...distributed].flatMap((name) => {
    const call = distributionCall(name, kinds[name] as TableKind)
    return call === null ? [] : [unlessDistributed(name, call)]
  })
}

const rank = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length)

const distributionCall = (name: string, table: TableKind): string | null => {
  if (table.kind === 'reference') return `create_reference_table('${name}')`
  if (table.kind === 'tenant') return distributed(name, tenantColumn, 'applications')
  if (table.kind === 'citizen') return distributed(name, table.column, 'citizens')
  return null
}

/** Tables of one group have the rows of one tenant, or of one citizen, on the same node. */
const distributed = (name: string, column: string, group: string): string => {
  const together = name === group ? 'none' : column === 'file_id' ? 'none' : group
  return `create_distributed_table('${name}', '${column}', colocate_with => '${together}')`
}

const unlessDistributed = (name: string, call: string): string =>
  `select ${call} where not exists (select from pg_dist_partition where logicalrelid = '${name}'::regclass)`
