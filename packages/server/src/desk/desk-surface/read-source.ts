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

type Shared = { read: Read; readers: number }
const readsOf = new WeakMap<pg.Pool, Map<string, Shared>>()
/** Readers at the same time, with the same key, share a read that starts after they asked. It is forgotten after the last of them. */
const shared = async (pool: pg.Pool, key: string, read: Read, reader: Reader): Promise<Found> => {
  const reads = readsOf.get(pool) ?? new Map<string, Shared>()
  readsOf.set(pool, reads)
  const known = reads.get(key) ?? { read: createSharedRead(read), readers: 0 }
  reads.set(key, known)
  known.readers++
  try {
    return await known.read(reader)
  } finally {
    known.readers--
    if (known.readers === 0) reads.delete(key)
  }
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
  const more = own?.(reader) ?? []
  const ofPerson: Read = ({ nowMs }) =>
    // A shared read has no person.
    prepared(pool, statement, statementOf(source), [
      forAll ? '' : reader.name,
      new Date(nowMs),
      maxOfKind,
      ...more,
    ])
  // Only readers for which the same proposals and people count share a read.
  const { items: rows, ...found } = await (forAll
    ? shared(pool, JSON.stringify([statement, more]), ofPerson, reader)
    : ofPerson(reader))
  let { counts } = found
  // Without a row nothing waits. An own proposal, which another person must decide, may be counted for all.
  if (countsForAll && rows.length > 0) {
    const name = `${statement}-for-all`
    const text = `select to_json(${countsForAll}) as counts, '[]'::json as items`
    const ofAll: Read = ({ nowMs }) => prepared(pool, name, text, [new Date(nowMs)])
    counts = sumOf(counts, (await shared(pool, name, ofAll, reader)).counts)
  }
  const items = rows.map(({ since, ...row }): Item => {
    const title = actOf?.(row.title) ?? row.title
    const sentence = actOf ? (reader.declarationOf(title)?.sentence ?? null) : null
    return { kind, ...row, title, sentence, since: rfc3339(Date.parse(since)) }
  })
  return { items, counts: atLeast(counts, rows.length) }
}
