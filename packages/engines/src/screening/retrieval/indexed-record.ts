import { identifierKey } from '../scoring/compare-facts.ts'
import { readingsOf } from '../scoring/index.ts'
import type { MonitoredSubject } from '../screener.ts'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import type { SegmentRecord } from './build-segment.ts'
import { type EntryTuple, type NamedEntry, packEntry, unpackEntry, withNamesOf } from './entry-facts.ts'
import { recordFacts, type Segment } from './segment.ts'

/** The kind of records in an index. */
export type RecordKind = 'entry' | 'subject'

const keysOf = (identifiers: readonly { value: string }[]): string[] =>
  identifiers.map(({ value }) => identifierKey(value)).filter((key) => key !== null)

export const recordOfEntry = (entry: IndexedEntry): SegmentRecord => {
  const names = entry.names.map(({ name }) => readingsOf(name, entry.kind))
  const counts = names.map(({ length }) => length)
  return {
    id: entry.entryId,
    list: entry.list,
    names: names.flat(),
    hasAcronyms: entry.kind !== 'individual',
    identifiers: keysOf(entry.identifiers),
    facts: packEntry(entry, counts),
  }
}

export const recordOfSubject = ({ number, subject }: MonitoredSubject): SegmentRecord => ({
  id: number,
  list: 0,
  names: subject.names.flatMap((name) => readingsOf(name, subject.kind)),
  hasAcronyms: subject.kind !== 'individual',
  identifiers: keysOf(subject.identifiers),
  facts: subject,
})

/** An entry, with all its names. */
export const entryAt = (segment: Segment, record: number): IndexedEntry =>
  unpacked(segment, record, recordFacts(segment, record) as EntryTuple)

/** An entry with only those of its names that have one of these readings. */
export const namedEntryAt = (
  segment: Segment,
  record: number,
  found: ReadonlySet<number>,
): NamedEntry<IndexedEntry> => {
  const { entry, readings } = withNamesOf(recordFacts(segment, record) as EntryTuple, found)
  return { entry: unpacked(segment, record, entry), readings }
}

const unpacked = (segment: Segment, record: number, facts: EntryTuple): IndexedEntry =>
  unpackEntry(segment.recordIds[record]!, segment.recordLists[record]!, facts)

export const subjectAt = (segment: Segment, record: number): ScreenedSubject =>
  recordFacts(segment, record) as ScreenedSubject
