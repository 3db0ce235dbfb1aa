import { createBatcher, Refusal } from '@nani/foundation/core/index.ts'
import type { FoundEntry, ListReader } from '../../../risk/lists/index.ts'

type Find = ListReader['findEntries']

/** More entries than this are not read by one statement. */
const maxTogether = 1_000

/** Entries that several screenings look for at the same time are read by one statement. */
export const findEntriesTogether = (find: Find): Find =>
  createBatcher<readonly number[], FoundEntry[]>(
    async (asked) => {
      const ids = [...new Set(asked.flat())]
      if (ids.length > maxTogether) return Promise.all(asked.map((of) => find(of)))
      const found = new Map((await find(ids)).map((entry) => [entry.entryId, entry]))
      return asked.map((of) => of.flatMap((id) => found.get(id) ?? []))
    },
    {
      maxInFlight: 2,
      maxGroup: 16,
      maxWaiting: 5_000,
      overflow: () =>
        new Refusal('overloaded', { retry_after: 1 }, { detail: 'too many screenings read entries' }),
    },
  )
