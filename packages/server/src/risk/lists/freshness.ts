import { type ListDefinition, lists } from '@nani/engines/list-formats/index.ts'
import { dayMs } from '@nani/foundation/core/index.ts'
import type { ListVersion } from './list-reader.ts'

export type Freshness = {
  list: ListDefinition
  version: ListVersion | null
  /** Time since the last confirmation that no newer version exists. Null if the list was never loaded. */
  ageMs: number | null
  /** True if the list is loaded and older than its maximum age. A list that was never loaded is absent, not stale. */
  stale: boolean
}

/** The freshness of every list of the catalogue, as production sees it. */
export const freshnessOf = (versions: readonly ListVersion[], nowMs: number): Freshness[] =>
  lists.map((list) => {
    const version = versions.find((one) => one.list === list.id && one.audience === 'everyone') ?? null
    const ageMs = version && Math.max(0, nowMs - version.confirmedAt.getTime())
    return { list, version, ageMs, stale: ageMs !== null && ageMs > list.staleAfterDays * dayMs }
  })

/** The age of a list in hours, or after two days in days. */
export const ageText = (seconds: number): string => {
  const hours = Math.floor(seconds / 3_600)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}
