import type { Environment } from '@nani/contract'
import type { Audience, ListCategory, ListEntry, ListId } from '@nani/engines/list-formats/index.ts'

/** One accepted import. */
export type ListVersion = {
  /** Also the number of the change. The versions of all lists are numbered in the order of their commits. */
  versionId: number
  list: ListId
  category: ListCategory
  audience: Audience
  /** For people and for `aml_hit.list_version`: the day of the source and the beginning of its hash. */
  label: string
  sha256: string
  /** The date that the source states, `YYYY-MM-DD`. */
  sourceDate: string | null
  fetchedAt: Date
  /** When it was last confirmed that no newer version exists. */
  confirmedAt: Date
  /** File names or URL. */
  source: string
  etag: string | null
  entries: number
  added: number
  changed: number
  removed: number
}

/** The part of an entry in an index. `findEntries` reads the rest. */
export type IndexEntry = Pick<
  ListEntry,
  'kind' | 'names' | 'birthDates' | 'genders' | 'nationalities' | 'identifiers'
> & {
  /** Unique over all lists, and new whenever the content of the entry changes. */
  entryId: number
  list: ListId
  audience: Audience
}

/** A part of the changes. */
export type ChangePage = {
  added: IndexEntry[]
  /** Includes entries that were added and removed in between, because an index can contain them. */
  removed: { entryId: number; list: ListId; audience: Audience }[]
}

/** All changes. */
export type EntryChanges = ChangePage & {
  /** Start of the next query for changes. */
  change: number
}

export type ChangeExtent = { entries: number; jurisdictions: boolean }

export type FoundEntry = {
  entryId: number
  list: ListId
  audience: Audience
  /** The version of its list that is in use now. */
  version: ListVersion
  /** False if a later version changed or removed it. */
  current: boolean
  contentHash: string
  entry: ListEntry
}

export type ListReader = {
  /** Lists that are loaded for this environment. A check without a loaded list did not run. One statement. */
  currentVersions(environment: Environment): Promise<ListVersion[]>
  /** The number of the last change of any list. 0 before the first. */
  latestChange(): Promise<number>
  /** All entries to index as of `change`, in groups of a bounded size. Without jurisdictions. */
  readEntries(change: number): AsyncIterable<IndexEntry[]>
  /**
   * The additions and removals that bring an index from `from` to `to`, in pages of a bounded size. All additions come
   * before any removal. A reader that applies one page after another therefore never misses an entry in between.
   */
  readChanges(from: number, to: number): AsyncIterable<ChangePage>
  /** All changes up to the last one. Call `extentOfChanges` first to learn their number. */
  changesSince(change: number): Promise<EntryChanges>
  /** The number of entries added or removed, and whether jurisdictions changed. One statement. */
  extentOfChanges(change: number): Promise<ChangeExtent>
  /** Complete entries in the requested order, including removed ones. Unknown ids are omitted. At most 1,000. */
  findEntries(entryIds: readonly number[]): Promise<FoundEntry[]>
  /** The FATF entries of these countries (alpha-3) after `change`. `entry.jurisdiction` names the list. */
  findJurisdictions(
    countries: readonly string[],
    environment: Environment,
    change: number,
  ): Promise<FoundEntry[]>
  /** Which of these entries were on their list after `change`, in the requested order. */
  areListed(
    entries: readonly { list: string; reference: string }[],
    environment: Environment,
    change: number,
  ): Promise<boolean[]>
}
