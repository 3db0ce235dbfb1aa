import { createSharedRead, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { type Counts, type Item, maxOfKind, type Reader, type Source } from './queue-source.ts'

type ShownRow = Omit<Item, 'kind' | 'since' | 'sentence'> & { since: string }
type Found = { counts: Counts; items: ShownRow[] }
type Read = (reader: Reader) => Promise<Found>

/**
 * Counts all rows of a source, and reads the oldest of them. Two scans, and not one that keeps all rows: an index has the oldest ones, and
 * what is counted needs few columns. The rows come as one JSON text, which costs less than as many fields.
 */
const statementOf = ({ text, counts }: Source): string => {
  const counted = `(select array[count(*), count(*) filter (where waits_for = 'second_person'),
    count(*) filter (where is_late)] from (${text}) counted)`
  return `select to_json(${counts ?? counted}) as counts,
    (select coalesce(json_agg(shown), '[]') from (
      select id, title, organization_id, waits_for, is_late, since from (${text}) waiting
      order by since, id limit $3) shown) as items`
}

const nothing: Found = { counts: [0, 0, 0], items: [] }

/** Planned once on each connection: to plan nine statements takes longer than to run them. */
const prepared = async (pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<Found> =>
  (await pool.query<Found>({ name, text, values })).rows[0] ?? nothing

const readsOf = new WeakMap<pg.Pool, Map<string, Read>>()
/** Readers at the same time share a read that starts after they asked. There is one for each statement of a database. */
const shared = (pool: pg.Pool, name: string, read: Read): Read => {
  const reads = readsOf.get(pool) ?? new Map<string, Read>()
  readsOf.set(pool, reads)
  const known = reads.get(name) ?? createSharedRead(read)
  reads.set(name, known)
  return known
}

/** The sum of two counts. */
export const sumOf = (one: Counts, other: Counts): Counts => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
]

/** Counts of two moments, as those of one: none is below zero, and what is shown is counted. */
export const atLeast = ([total, second, late]: Counts, shown: number): Counts => [
  Math.max(total, second, shown, 0),
  Math.max(second, 0),
  Math.max(late, 0),
]

/** The oldest work of a source in one database, and the counts of all of it. `statement`: a name for its prepared statement. */
export const readSource = async (pool: pg.Pool, source: Source, statement: string, reader: Reader) => {
  const { kind, own, actOf, countsForAll, forAll } = source
  const ofPerson: Read = (newest) => {
    // A shared read has no person.
    const values = [forAll ? '' : newest.name, new Date(newest.nowMs), maxOfKind, ...(own?.(newest) ?? [])]
    return prepared(pool, statement, statementOf(source), values)
  }
  const { items: rows, ...found } = await (forAll ? shared(pool, statement, ofPerson) : ofPerson)(reader)
  let { counts } = found
  // Without a row nothing waits. An own proposal, which another person must decide, may be counted for all.
  if (countsForAll && rows.length > 0) {
    const name = `${statement}-for-all`
    const text = `select to_json(${countsForAll}) as counts, '[]'::json as items`
    const ofAll: Read = ({ nowMs }) => prepared(pool, name, text, [new Date(nowMs)])
    const more = await shared(pool, name, ofAll)(reader)
    counts = atLeast(sumOf(counts, more.counts), rows.length)
  }
  const items = rows.map(({ since, ...row }): Item => {
    const title = actOf?.(row.title) ?? row.title
    const sentence = actOf ? (reader.declarationOf(title)?.sentence ?? null) : null
    return { kind, ...row, title, sentence, since: rfc3339(Date.parse(since)) }
  })
  return { items, counts }
}
