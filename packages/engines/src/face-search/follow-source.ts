import { trailingRun } from '@nani/foundation/core/index.ts'
import type { EnrolledTemplate, TemplateChange, TemplateSource } from './face-search.ts'

/** An index that follows a source. */
export type Follower = {
  /** Null before the first read. */
  version(): number | null
  replaceAll(batches: AsyncIterable<readonly EnrolledTemplate[]>, version: number): Promise<void>
  apply(changes: readonly TemplateChange[], version: number): Promise<void>
}

/**
 * Brings the follower up to date with the source. Calls during a run share one further run. The current run may have
 * read its data before their changes.
 */
export const followSource = (source: TemplateSource, follower: Follower): (() => Promise<void>) =>
  trailingRun(async () => {
    if (follower.version() === null) {
      const { version, batches } = await source.readAll()
      await follower.replaceAll(batches, version)
    }
    for (;;) {
      const from = follower.version() ?? 0
      const { version, changes } = await source.changesSince(from)
      if (version <= from) return
      await follower.apply(changes, version)
    }
  })
