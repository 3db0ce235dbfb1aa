import { type IndexEntry, listOf } from '../../lists/index.ts'
import type { IndexedEntry } from '../../screening/index.ts'

/** An entry of the lists as an index takes it. */
export const indexedEntry = ({ list, audience: _audience, ...entry }: IndexEntry): IndexedEntry => ({
  ...entry,
  list: listOf(list).number,
})
