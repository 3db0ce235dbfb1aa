import type { Audience } from '../screener.ts'
import type { Segment } from './segment.ts'

/** A segment, its audience, and its removed records. A part never changes: an update creates new parts. */
export type IndexPart = {
  /** Identifies the segment across all updates. A worker stores its own data of a segment under this id. */
  segmentId: number
  audience: Audience
  segment: Segment
  /** One bit for each record. Null if no record was removed. */
  gone: Uint8Array | null
  goneCount: number
}

export const isGone = (part: Pick<IndexPart, 'gone'>, record: number): boolean =>
  part.gone !== null && (part.gone[record >>> 3]! & (1 << (record & 7))) !== 0
