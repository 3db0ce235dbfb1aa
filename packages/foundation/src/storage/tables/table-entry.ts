/**
 * How a table is placed when the database has several nodes.
 *
 * - `tenant`: rows of one application, by `application_id`. A statement touches one application, so one node.
 * - `citizen`: rows of one person or one file of a person, by the named column.
 * - `reference`: a copy on every node. It is read together with the others and changes seldom.
 * - `local`: on the coordinator alone. Only maintenance reads it, or it has one row for each process.
 */
export type TableKind =
  | { kind: 'tenant' }
  | { kind: 'citizen'; column: string }
  | { kind: 'reference' }
  | { kind: 'local' }

export const tenantColumn = 'application_id'

export const tenant: TableKind = { kind: 'tenant' }
export const reference: TableKind = { kind: 'reference' }
export const local: TableKind = { kind: 'local' }
export const citizenBy = (column: string): TableKind => ({ kind: 'citizen', column })

/**
 * The database that has the rows of a table, where an installation has several. One database is all of them.
 *
 * - `home`: organizations, people, lists and settings. Its `reference` tables have a copy in every cell.
 * - `cell`: all rows of the applications of some organizations.
 * - `register`: citizens, businesses and what is found by them.
 * - `each`: every database has such a table with rows of its own.
 */
export type Place = 'home' | 'cell' | 'register' | 'each'

/** The rights of `nani_app` on the rows of a table, in addition to reading them. */
export type RowRights = {
  insert?: false
  /** The columns that it may update, or all. */
  update?: 'all' | readonly string[]
  delete?: true
  /** A start verifies that the login that serves calls cannot change these rows. */
  evidence?: true
  /** The login that serves calls may not even read them. */
  ownerOnly?: true
}

export const addOnly: RowRights = {}
export const readOnly: RowRights = { insert: false }
export const evidence: RowRights = { evidence: true }
/** What the owner acts on alone: what it drops, and when it may delete. */
export const ownerOnly: RowRights = { insert: false, ownerOnly: true }

export type TableEntry = {
  /** The module of `testing/layers.ts` whose statements alone insert, update or delete its rows. */
  owner: string
  kind: TableKind
  /** The database that has its rows. Absent: that of its kind. */
  place?: Place
  /** A stolen login of `nani_app` has these rights and no others. */
  rights: RowRights
  /** Its partitions have the rows of a day (UTC). Those of a month have the last day of the month in each row. */
  partition?: 'day' | 'month'
  /**
   * How long rows are kept: the days of its partitions, which a setting of a module may replace, or `erased`, if a task of its owner
   * deletes them through the login that owns the schema. Absent: rows are kept, or a statement of a call deletes them.
   */
  retention?: number | 'erased'
  /** The other modules that have statements that read it. */
  readers?: readonly string[]
}

export type Tables = Readonly<Record<string, TableEntry>>
