import type { IndexPart } from '../retrieval/index-part.ts'
import { isGone } from '../retrieval/index-part.ts'
import { findRecord, recordCount } from '../retrieval/segment.ts'

/** The part without these records. The same object if it has none of them. */
export const withoutRecords = (part: IndexPart, ids: Iterable<number>): IndexPart => {
  let gone: Uint8Array | null = null
  let goneCount = part.goneCount
  for (const id of ids) {
    const record = findRecord(part.segment, id)
    if (record < 0 || isGone({ gone: gone ?? part.gone }, record)) continue
    gone ??= copyOf(part)
    gone[record >>> 3]! |= 1 << (record & 7)
    goneCount++
  }
  return gone === null ? part : { ...part, gone, goneCount }
}

const copyOf = ({ gone, segment }: IndexPart): Uint8Array => {
  const copy = new Uint8Array(new SharedArrayBuffer(Math.ceil(recordCount(segment) / 8)))
  if (gone !== null) copy.set(gone)
  return copy
}
