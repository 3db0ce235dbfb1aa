import { identifierKey } from '../scoring/compare-facts.ts'
import { readingsOf } from '../scoring/index.ts'
import type { MonitoredSubject } from '../screener.ts'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import type { SegmentRecord } from './build-segment.ts'
import { type EntryTuple, packEntry, unpackEntry, withNamesOf } from './entry-facts.ts'
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

/** An entry, with all its names, or with those that have one of these readings. */
export const entryAt = (segment: Segment, record: number, readings?: ReadonlySet<number>): IndexedEntry => {
  const facts = recordFacts(segment, record) as EntryTuple
  const named = readings === undefined ? facts : withNamesOf(facts, readings)
  return unpackEntry(segment.recordIds[record]!, segment.recordLists[record]!, named)
}

export const subjectAt = (segment: Segment, record: number): ScreenedSubject =>
  recordFacts(segment, record) as ScreenedSubject
