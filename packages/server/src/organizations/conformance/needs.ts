import type { IdSource } from '@nani/foundation/core/index.ts'
import { type ActNeeds, actsWithNeeds, type ListCursors } from '../../gateway/acts/index.ts'

/** What the acts of conformance runs need. */
export type ConformanceNeeds = ActNeeds & {
  newId: IdSource
  cursors: ListCursors
  /** A run waits for a worker. */
  wake(): void
}

export const { act: conformanceAct, reading: conformanceReading } = actsWithNeeds<ConformanceNeeds>()
