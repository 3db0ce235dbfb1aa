import type { Environment } from '@nani/contract'
import type { Audience, ListCategory, ListId } from './catalogue.ts'
import type { ListEntry } from './entry.ts'

/** One import that was taken. */
export type ListVersion = {
  /** Also the number of the change: versions of all lists count in the order in which they were committed. */
  versionId: number
  list: ListId
  category: ListCategory
  audience: Audience
  /** For people and for `aml_hit.list_version`: the day of the source and the start of its hash. */
  label: string
  sha256: string
  /** What the source says of its own age, `YYYY-MM-DD`. */
  sourceDate: string | null
  fetchedAt: Date
  /** When it was last seen to be the newest there is. */
  confirmedAt: Date
  /** File names or address. */
  source: string
  etag: string | null
  entries: number
  added: number
  changed: number
  removed: number
}

/** What an index holds of an entry; the rest is read by `findEntries`. */
export type IndexEntry = Pick<
  ListEntry,
  'kind' | 'names' | 'birthDates' | 'genders' | 'nationalities' | 'identifiers'
> & {
  /** Unique over all lists, and new whenever the entry's content changes. */
  entryId: number
  list: ListId
  audience: Audience
}

/** Some of what changed. */
export type ChangePage = {
  added: IndexEntry[]
  /** Also what came and went in between: whoever has seen it meanwhile has to let go of it. */
  removed: { entryId: number; list: ListId; audience: Audience }[]
}

/** All of it. */
export type EntryChanges = ChangePage & {
  /** Ask for what came after this next time. */
  change: number
}

export type ChangeExtent = { entries: number; jurisdictions: boolean }

export type FoundEntry = {
  entryId: number
  list: ListId
  audience: Audience
  /** The version of its list that is in use now. */
  version: ListVersion
  /** False: a later version changed or removed it. */
  current: boolean
  contentHash: string
  entry: ListEntry
}

export type ListReader = {
  /** Lists that have been loaded for this environment; a check with none did not run. One statement. */
  currentVersions(environment: Environment): Promise<ListVersion[]>
  /** The number of the last change of any list; 0 before the first. */
  latestChange(): Promise<number>
  /** Everything to index as it stood after `change`, in groups of a bounded size. No jurisdictions. */
  readEntries(change: number): AsyncIterable<IndexEntry[]>
  /**
   * What to add to an index that stands at `from`, and what to take from it, for it to stand at `to`; in pages of a
   * bounded size. All that comes is told before anything that goes: whoever takes in one page after the other misses
   * nobody in between.
   */
  readChanges(from: number, to: number): AsyncIterable<ChangePage>
  /** The same up to the last change, at once: ask `extentOfChanges` first how much that is. */
  changesSince(change: number): Promise<EntryChanges>
  /** How much that is, before it is asked for: entries added or removed, and whether jurisdictions changed. One statement. */
  extentOfChanges(change: number): Promise<ChangeExtent>
  /** Full entries, removed ones too, in the order asked for; unknown ids are left out. At most 1,000. */
  findEntries(entryIds: readonly number[]): Promise<FoundEntry[]>
  /** The FATF entries of these countries (alpha-3); `entry.jurisdiction` tells which of the two lists. */
  findJurisdictions(countries: readonly string[], environment: Environment): Promise<FoundEntry[]>
}
