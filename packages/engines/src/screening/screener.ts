import type { EntryMatch, IndexedEntry, ScreenedSubject } from './subject.ts'

/** Which screenings see an entry: all, or only those of the sandbox. The sandbox sees both. */
export type Audience = 'everyone' | 'sandbox'

export type SearchOptions = {
  audience: Audience
  /** 0 to 1. Entries with a lower score are no match. */
  threshold: number
  /** Numbers of the lists to search. If absent, all lists. */
  lists?: readonly number[]
  /** Maximum number of matches of each list, so that one list does not displace another. 100 if absent. */
  limit?: number
}

export type PoolOptions = {
  /**
   * Number of worker threads, which share the memory of the index. If absent: the number of cores minus one, at least
   * one.
   */
  workers?: number
  /** Maximum number of waiting searches. Further ones are refused as `overloaded`. 1,000 if absent. */
  maxQueued?: number
  /** Called when a background merge failed. Searches continue, and the next update tries again. */
  onMergeFailed?: (error: unknown) => void
  /**
   * Its threads yield the processors to all others, for work that no call waits for. Its index is made for many searches: it takes
   * more memory and time to build, and the results are the same.
   */
  isBackground?: boolean
}

export type Batches<Item> = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>

export type Delta<Added> = {
  added: readonly Added[]
  /** Ids that are removed. An id in both lists is replaced. */
  removed: readonly number[]
}

export type IndexStats = {
  /** Number of entries or subjects that can be found. */
  records: number
  names: number
  /** Bytes of shared memory, counted once for all workers. */
  bytes: number
  /** Number of parts that a search reads: a base and the deltas that are not merged yet. */
  segments: number
  workers: number
  queued: number
  /** Number of workers that crashed and were replaced. */
  replacedWorkers: number
}

/**
 * Finds the entries that match a subject. All work runs in worker threads on one index in shared memory. A search that
 * begins after the promise of an update resolved sees the update. An update never stops a search.
 */
export type Screener = {
  /** Replaces all entries of an audience by those of the stream, in one pass. */
  load(audience: Audience, entries: Batches<IndexedEntry>): Promise<void>
  applyDelta(audience: Audience, delta: Delta<IndexedEntry>): Promise<void>
  /** Best matches first, one for each entry. Throws `Refusal('overloaded')` if too many searches wait. */
  search(subject: ScreenedSubject, options: SearchOptions): Promise<EntryMatch[]>
  /** Searches many subjects. The results have the order of the subjects. Other searches run between them. */
  searchMany(subjects: readonly ScreenedSubject[], options: SearchOptions): Promise<EntryMatch[][]>
  stats(): IndexStats
  /** Resolves when no background merge is running. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** A subject that is screened again when a list changes. `number` is its position in the database. */
export type MonitoredSubject = { number: number; subject: ScreenedSubject }

export type SubjectMatch = { subject: number; match: EntryMatch }

/**
 * The reverse search: finds monitored subjects that match changed entries. The result equals screening each subject
 * against these entries (spec/monitoring#monitor).
 */
export type SubjectIndex = {
  load(subjects: Batches<MonitoredSubject>): Promise<void>
  applyDelta(delta: Delta<MonitoredSubject>): Promise<void>
  searchEntries(entries: readonly IndexedEntry[], options: { threshold: number }): Promise<SubjectMatch[]>
  stats(): IndexStats
  /** Resolves when no background merge is running. */
  settled(): Promise<void>
  close(): Promise<void>
}
