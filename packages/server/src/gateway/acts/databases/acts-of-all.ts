import type pg from 'pg'
import type { Position } from '../list-pages.ts'
import { askAll, type NamedDatabase } from './ask-all.ts'

/** A row of a log of acts. The numbers are those of its database. */
type Numbered = { number: number; at: Date }
/** `cell`: the cell whose log has it; null: home. `position`: the place after it, in all databases. */
export type MergedAct<Row> = Row & { cell: string | null; position: Position }

type Part = { before: number | null; limit: number }
type Asking<Row> = {
  databases: readonly NamedDatabase[]
  after: Position | null
  limit: number
  withinMs?: number | undefined
  /** The newest acts of one log. */
  read(pool: pg.Pool, part: Part): Promise<Row[]>
}

/**
 * The newest acts of the logs of all databases. A position has the number in each of them. A database that is unread keeps its number, so
 * that a later page still has its acts.
 */
export const actsOfAll = async <Row extends Numbered>({
  databases,
  after,
  limit,
  withinMs,
  read,
}: Asking<Row>): Promise<{ rows: MergedAct<Row>[]; unread: string[] }> => {
  const ask = (pool: pg.Pool, name: string) => read(pool, { before: beforeIn(after, name), limit })
  const { answers, unread } = await askAll(databases, ask, withinMs)
  const logs = answers.map(({ name, answer }) => ({ name, acts: answer.values() }))
  const heads = logs.map(({ name, acts }) => ({ name, acts, head: acts.next().value }))
  const numbers = new Map(databases.map(({ name }) => [name, beforeIn(after, name)]))
  const rows: MergedAct<Row>[] = []
  for (;;) {
    const newest = heads.reduce<(typeof heads)[number] | null>(
      (best, log) => (isNewer(log, best) ? log : best),
      null,
    )
    if (!newest?.head || rows.length === limit) return { rows, unread }
    numbers.set(newest.name, newest.head.number)
    const cell = newest.name === 'home' ? null : newest.name
    rows.push({ ...newest.head, cell, position: positionOf(numbers) })
    newest.head = newest.acts.next().value
  }
}

type Log = { head: Numbered | undefined }

const isNewer = ({ head }: Log, other: Log | null): boolean =>
  head !== undefined && (!other?.head || head.at.getTime() > other.head.at.getTime())

/** With one database a position is its number, as in releases without cells. */
const positionOf = (numbers: ReadonlyMap<string, number | null>): Position => {
  if (numbers.size === 1) return [...numbers.values()].map(Number)
  return [...numbers].flatMap(([name, number]) => (number === null ? [] : [name, number]))
}

const beforeIn = (after: Position | null, name: string): number | null => {
  if (after === null) return null
  if (after.length === 1) return name === 'home' ? Number(after[0]) : null
  const place = after.indexOf(name)
  return place === -1 ? null : Number(after[place + 1])
}
