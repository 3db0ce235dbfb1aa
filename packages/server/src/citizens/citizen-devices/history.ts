/** One entry in the history of a citizen. Each module that asks citizens has entries of its own. */
export type HistoryRow = {
  /** Microseconds since 1970: as exact as the database. */
  at: number
  id: string
  kind: string
  application: string
  organization: string
  scopes: string[]
}

/** The entries before a position, the newest first. */
export type HistoryPage = { before: Pick<HistoryRow, 'at' | 'id'>; limit: number }

/** The time of a column, and the time of a parameter, in microseconds. Numbers hold them exactly until 2255. */
export const microsecondsOf = (column: string): string => `(extract(epoch from ${column}) * 1000000)::float8`
export const timeOf = (parameter: string): string =>
  `(timestamptz 'epoch' + ${parameter}::float8 * interval '1 microsecond')`
