import type { EntryMatch, IndexedEntry, ScreenedSubject } from './subject.ts'

/** Who sees an entry: everybody, or sandbox screenings alone (these see both). */
export type Audience = 'everyone' | 'sandbox'

export type SearchOptions = {
  audience: Audience
  /** 0–1: entries that score less are no match. */
  threshold: number
  /** Numbers of the lists to keep to; absent: all. */
  lists?: readonly number[]
  /** The best of each list that are given, at most, so that no list crowds out another; 100 when absent. */
  limit?: number
}

export type PoolOptions = {
  /** Worker threads; each searches the same shared memory. One less than the cores, at least one, when absent. */
  workers?: number
  /** Searches that may wait for a worker; past it they are refused as `overloaded`. 1,000 when absent. */
  maxQueued?: number
  /** Told when merging updates in the background failed; searches go on, and the next update tries again. */
  onMergeFailed?: (error: unknown) => void
}

export type Batches<Item> = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>

export type Delta<Added> = {
  added: readonly Added[]
  /** Ids that are no longer found. What is in both lists is replaced. */
  removed: readonly number[]
}

export type IndexStats = {
  /** Entries or subjects that can be found. */
  records: number
  names: number
  /** Bytes of shared memory, counted once for all workers. */
  bytes: number
  /** Parts that a search looks through: a base and the deltas that have not been merged into it. */
  segments: number
  workers: number
  queued: number
  /** Workers that crashed and were replaced. */
  replacedWorkers: number
}

/**
 * Finds the entries that a subject may be. Everything runs in worker threads, on one index in shared memory; an
 * update is seen by searches that begin after its promise resolved, and never stops a search.
 */
export type Screener = {
  /** Replaces all entries of an audience by those of the stream, in one pass. */
  load(audience: Audience, entries: Batches<IndexedEntry>): Promise<void>
  applyDelta(audience: Audience, delta: Delta<IndexedEntry>): Promise<void>
  /** Best first; one match an entry. Throws `Refusal('overloaded')` when too many searches wait. */
  search(subject: ScreenedSubject, options: SearchOptions): Promise<EntryMatch[]>
  /** As `search`, for many subjects at once; answers in their order. It takes its turns among other searches. */
  searchMany(subjects: readonly ScreenedSubject[], options: SearchOptions): Promise<EntryMatch[][]>
  stats(): IndexStats
  /** Resolves when no updates are being merged in the background. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** A subject that is screened again when a list changes. `number` is its place in the database. */
export type MonitoredSubject = { number: number; subject: ScreenedSubject }

export type SubjectMatch = { subject: number; match: EntryMatch }

/**
 * The other way round: changed entries are searched among the monitored subjects. The answer is exactly what
 * screening each subject against these entries would give (spec 2 § Ongoing monitoring).
 */
export type SubjectIndex = {
  load(subjects: Batches<MonitoredSubject>): Promise<void>
  applyDelta(delta: Delta<MonitoredSubject>): Promise<void>
  searchEntries(entries: readonly IndexedEntry[], options: { threshold: number }): Promise<SubjectMatch[]>
  stats(): IndexStats
  /** Resolves when no updates are being merged in the background. */
  settled(): Promise<void>
  close(): Promise<void>
}
