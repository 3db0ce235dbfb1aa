import { type Actor, rfc3339 } from '@nani/foundation/core/index.ts'
import type { AccessEntry } from './access-entry.ts'
import { readFilter } from './access-filter.ts'
import type { AccessDependencies } from './dependencies.ts'
import { type AccessQuestion, citizenKeyOf, entryOf } from './list-accesses.ts'
import { readAccesses } from './read-accesses.ts'

/** What an export contains. `isComplete` is false if the citizen must choose a shorter time. */
export type AccessExport = { entries: AccessEntry[]; isComplete: boolean; madeAt: string }

/** The maximum of entries in one file, by its form. A page of a PDF costs more than a line of text. */
export const maxExported = { csv: 5_000, pdf: 1_000 } as const

/** The newest entries of the filter. `cursor` and `limit` have no effect. */
export const exportAccesses = async (
  actor: Actor,
  { environment, query, form }: AccessQuestion & { form: keyof typeof maxExported },
  dependencies: AccessDependencies,
): Promise<AccessExport> => {
  const { pool, clock } = dependencies
  const key = citizenKeyOf(actor, environment, dependencies)
  const nowMs = clock.now()
  const limit = maxExported[form]
  const rows = await readAccesses(pool, key, readFilter(query, nowMs), { after: null, limit: limit + 1 })
  return {
    entries: rows.slice(0, limit).map((row) => entryOf(row, dependencies)),
    isComplete: rows.length <= limit,
    madeAt: rfc3339(nowMs),
  }
}
