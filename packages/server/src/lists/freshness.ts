import { type ListDefinition, lists } from './catalogue.ts'
import type { ListVersion } from './reading.ts'

const dayMs = 86_400_000

export type Freshness = {
  list: ListDefinition
  version: ListVersion | null
  /** Since it was last seen to be the newest there is; null when it was never loaded. */
  ageMs: number | null
  /** Loaded, and older than its list may be. What was never loaded is absent, not stale. */
  stale: boolean
}

/** How every list of the catalogue stands, of what production sees. */
export const freshnessOf = (versions: readonly ListVersion[], nowMs: number): Freshness[] =>
  lists.map((list) => {
    const version = versions.find((one) => one.list === list.id && one.audience === 'everyone') ?? null
    const ageMs = version && Math.max(0, nowMs - version.confirmedAt.getTime())
    return { list, version, ageMs, stale: ageMs !== null && ageMs > list.staleAfterDays * dayMs }
  })
