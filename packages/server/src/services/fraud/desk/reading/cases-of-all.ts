import { askAll, type NamedDatabase } from '../../../../gateway/acts/index.ts'
import type { FraudCase } from '../../case-row.ts'
import { type CaseFilter, type CasePlace, listCases, placeOfCase } from './queue.ts'

/** Cases of several databases. `unread`: those that did not answer, so that their cases are missing. */
export type CasesOfAll = { cases: FraudCase[]; unread: string[] }

/** Cases of all databases in the order of the desk. */
export const listCasesOfAll = async (
  databases: readonly NamedDatabase[],
  filter: CaseFilter,
  now: Date,
  withinMs?: number,
): Promise<CasesOfAll> => {
  const { answers, unread } = await askAll(databases, (pool) => listCases(pool, filter, now), withinMs)
  const isBefore = (one: FraudCase, other: FraudCase) =>
    isPlacedBefore(placeOfCase(one, now), placeOfCase(other, now))
  const cases = answers
    .map(({ answer }) => answer)
    .reduce((merged, list) => mergeSorted(merged, list, isBefore), [])
  return { cases: cases.slice(0, filter.limit), unread }
}

/** Rows of one list keep their order. */
const mergeSorted = <Row>(
  one: readonly Row[],
  other: readonly Row[],
  isBefore: (one: Row, other: Row) => boolean,
): Row[] => {
  const rest = [...other]
  const merged: Row[] = []
  for (const row of one) {
    while (rest[0] !== undefined && isBefore(rest[0], row)) merged.push(...rest.splice(0, 1))
    merged.push(row)
  }
  return [...merged, ...rest]
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
