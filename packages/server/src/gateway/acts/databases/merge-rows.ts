import type pg from 'pg'
import type { Position } from '../list-pages.ts'
import { askAll, type NamedDatabase } from './ask-all.ts'

const compareValues = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))

/** Texts are compared by their bytes, as `collate "C"` does: two databases may have other collations. */
const comparePositions = (one: Position, other: Position): number => {
  for (const [at, value] of one.entries()) {
    const compared = compareValues(value, other[at] ?? '')
    if (compared !== 0) return compared
  }
  return 0
}

type Merging<Row> = {
  databases: readonly NamedDatabase[]
  /** The first rows of one database after the position of the page. */
  read(pool: pg.Pool): Promise<readonly Row[]>
  positionOf(row: Row): Position
  /** The list begins with the largest position. */
  descends: boolean
  limit: number
}

/** The first rows of a list whose rows are in several databases. */
export const mergeRows = async <Row>({
  databases,
  read,
  positionOf,
  descends,
  limit,
}: Merging<Row>): Promise<{ rows: Row[]; unread: string[] }> => {
  const { answers, unread } = await askAll(databases, read)
  const rows = answers.flatMap(({ answer }) => [...answer])
  // Each database has sorted its own.
  if (answers.length > 1)
    rows.sort((one, other) => comparePositions(positionOf(one), positionOf(other)) * (descends ? -1 : 1))
  return { rows: rows.slice(0, limit), unread }
}
