import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { askAll, fileWithinMs, type NamedDatabase, requireAllRead } from '../../../../gateway/acts/index.ts'
import type { FraudCase } from '../../case-row.ts'
import { type CaseObject, caseObject } from './case-object.ts'
import { type CaseFilter, type CasePlace, listCases, maxListed, placeOfCase } from './queue.ts'

/** Cases of several databases. `unread`: those that did not answer, so that their cases are missing. */
export type CasesOfAll = { cases: FraudCase[]; unread: string[] }

/** Cases of all databases in the order of the desk. */
export const listCasesOfAll = async (
  databases: readonly NamedDatabase[],
  filter: CaseFilter,
  now: Date,
): Promise<CasesOfAll> => {
  const { answers, unread } = await askAll(databases, (pool) => listCases(pool, filter, now))
  const isBefore = (one: FraudCase, other: FraudCase) =>
    isPlacedBefore(placeOfCase(one, now), placeOfCase(other, now))
  const cases = answers
    .map(({ answer }) => answer)
    .reduce((merged, list) => mergeSorted(merged, list, isBefore), [])
  return { cases: cases.slice(0, filter.limit), unread }
}

/** An export has up to a hundred pages. Each statement of them ends by itself before that. */
const exportWithinMs = 5 * fileWithinMs

type PlacedObject = { place: CasePlace; object: CaseObject }
const isObjectBefore = (one: PlacedObject, other: PlacedObject) => isPlacedBefore(one.place, other.place)

/** All cases of a filter in the order of the desk, at most `limit`. Refuses if a database does not answer. */
export const allCasesOfAll = async (
  databases: readonly NamedDatabase[],
  filter: CaseFilter,
  now: Date,
): Promise<CaseObject[]> => {
  const { answers, unread } = await askAll(databases, (pool) => allCases(pool, filter, now), exportWithinMs)
  requireAllRead(unread)
  return answers
    .map(({ answer }) => answer)
    .reduce((merged, list) => mergeSorted(merged, list, isObjectBefore), [])
    .slice(0, filter.limit)
    .map(({ object }) => object)
}

/** All pages are of one moment: a case that is decided or reopened meanwhile is in one of them, once. */
const allCases = (pool: pg.Pool, filter: CaseFilter, now: Date): Promise<PlacedObject[]> =>
  inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    const found: PlacedObject[] = []
    let after: CasePlace | null = null
    while (found.length < filter.limit) {
      const page: FraudCase[] = await listCases(client, { ...filter, limit: maxListed, after }, now)
      for (const one of page) found.push({ place: placeOfCase(one, now), object: caseObject(one, now) })
      after = found.at(-1)?.place ?? null
      if (page.length < maxListed) break
    }
    return found
  })

/** Rows of one list keep their order. */
const mergeSorted = <Row>(
  one: readonly Row[],
  other: readonly Row[],
  isBefore: (one: Row, other: Row) => boolean,
): Row[] => {
  const merged: Row[] = []
  let next = 0
  for (const row of one) {
    for (let before = other[next]; before !== undefined && isBefore(before, row); before = other[next]) {
      merged.push(before)
      next++
    }
    merged.push(row)
  }
  return merged.concat(other.slice(next))
}

/** The order of the parts in `queue.ts`. */
const isPlacedBefore = (one: CasePlace, other: CasePlace): boolean => {
  const keysOf = ({ part, priority, dueAt, createdAt }: CasePlace) => [
    part,
    ...(part === 2 ? [] : [-priority, dueAt.getTime()]),
    -createdAt.getTime(),
  ]
  const others = keysOf(other)
  const difference = keysOf(one)
    .map((key, at) => key - (others[at] ?? 0))
    .find((by) => by !== 0)
  return difference === undefined ? one.caseId < other.caseId : difference < 0
}

/** The names without repetition, as a member of an answer. Absent: all databases answered. */
export const namesOfUnread = (...lists: readonly (readonly string[])[]): { unread?: string[] } => {
  const unread = [...new Set(lists.flat())]
  return unread.length === 0 ? {} : { unread }
}
