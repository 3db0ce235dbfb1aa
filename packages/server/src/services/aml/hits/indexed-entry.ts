import type { IndexedEntry } from '@nani/engines/screening/index.ts'
import { type IndexEntry, listOf } from '../../../risk/lists/index.ts'

/** Converts a list entry to the form of the index. */
export const indexedEntry = ({ list, audience: _audience, ...entry }: IndexEntry): IndexedEntry => ({
  ...entry,
  list: listOf(list).number,
})
