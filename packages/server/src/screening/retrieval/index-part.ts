import type { Audience } from '../screener.ts'
import type { Segment } from './segment.ts'

/** A segment, who sees it, and which of its records are gone. Never changed: an update makes other parts. */
export type IndexPart = {
  /** Tells segments apart over all updates: what a worker keeps beside a segment is kept under it. */
  segmentId: number
  audience: Audience
  segment: Segment
  /** A bit a record; null: none is gone. */
  gone: Uint8Array | null
  goneCount: number
}

export const isGone = (part: Pick<IndexPart, 'gone'>, record: number): boolean =>
  part.gone !== null && (part.gone[record >>> 3]! & (1 << (record & 7))) !== 0
