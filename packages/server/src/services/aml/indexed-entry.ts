import { type IndexEntry, listOf } from '../../lists/index.ts'
import type { IndexedEntry } from '../../screening/index.ts'

/** Converts a list entry to the form of the index. */
export const indexedEntry = ({ list, audience: _audience, ...entry }: IndexEntry): IndexedEntry => ({
  ...entry,
  list: listOf(list).number,
})
