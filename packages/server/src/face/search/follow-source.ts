import { oneAtATime } from '../../core/index.ts'
import type { EnrolledTemplate, TemplateChange, TemplateSource } from './face-search.ts'

/** What is kept in step with a source. */
export type Follower = {
  /** Null before anything was read. */
  version(): number | null
  replaceAll(batches: AsyncIterable<readonly EnrolledTemplate[]>, version: number): Promise<void>
  apply(changes: readonly TemplateChange[], version: number): Promise<void>
}

/**
 * Brings the follower to where the source is. Calls during a run share one more run: what changed before them may have
 * come after the reads of the first.
 */
export const followSource = (source: TemplateSource, follower: Follower): (() => Promise<void>) =>
  oneAtATime(async () => {
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
