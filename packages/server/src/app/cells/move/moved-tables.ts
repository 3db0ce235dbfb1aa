import { tables } from '@nani/foundation/storage/index.ts'

/** Evidence stays in the database in which it was written: its transparency log and its archive have it. */
const evidence = ['audit_entries']
/** Rows of the last hour, which one statement writes for many applications: a fence would refuse those of all. */
const shortLived = ['lookup_sketches']
const staying = [...evidence, ...shortLived]

/** The tables with rows of applications that move. `applications` is first, because others have a foreign key to it. */
export const movedTables: readonly string[] = [
  'applications',
  ...Object.keys(tables).filter(
    (table) => tables[table]?.kind.kind === 'tenant' && table !== 'applications' && !staying.includes(table),
  ),
]

/** A call that only reads writes nothing but its entry. It is refused too: what it reads may have left. */
export const fencedTables: readonly string[] = [...movedTables, ...evidence]

export const isPartitioned = (table: string): boolean => tables[table]?.partition !== undefined

/**
 * Processes find out about a move within five seconds. Until then they look for the keys in the database of before, and must find
 * them: an application that is not found would get 401.
 */
export const tablesOfKeys: readonly string[] = ['client_certificates', 'api_keys', 'applications']

/** Background work looks at these rows, so that none of them may stay. */
export const workedTables = movedTables.filter(
  (table) => !isPartitioned(table) && !tablesOfKeys.includes(table),
)

export type Fenced = {
  organizationId: string
  applicationIds: readonly string[]
  /** A cell, or `home`. */
  target: string
}

/** The rows of a table on one day, or all rows of a table that is not partitioned. */
export type Part = { table: string; part: string }
export type Summary = Part & { rows: number; hash: string }
