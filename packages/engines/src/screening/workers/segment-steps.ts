import type { SegmentBuilder, SegmentRecord } from '../retrieval/build-segment.ts'
import { type IndexPart, isGone } from '../retrieval/index-part.ts'
import {
  entryAt,
  type RecordKind,
  recordOfEntry,
  recordOfSubject,
  subjectAt,
} from '../retrieval/indexed-record.ts'
import { recordCount } from '../retrieval/segment.ts'
import type { MonitoredSubject } from '../screener.ts'
import type { IndexedEntry } from '../subject.ts'

/** What is added to a new segment. */
export type SegmentStep =
  | { type: 'records'; kind: RecordKind; records: readonly unknown[] }
  /** Copies the remaining records of existing parts. */
  | { type: 'parts'; kind: RecordKind; parts: readonly IndexPart[] }

const readers: Record<RecordKind, (record: unknown) => SegmentRecord> = {
  entry: (record) => recordOfEntry(record as IndexedEntry),
  subject: (record) => recordOfSubject(record as MonitoredSubject),
}

export const addStep = (builder: SegmentBuilder, step: SegmentStep): void => {
  if (step.type === 'records') for (const record of step.records) builder.add(readers[step.kind](record))
  else for (const part of step.parts) addRest(builder, part, step.kind)
}

const addRest = (builder: SegmentBuilder, part: IndexPart, kind: RecordKind): void => {
  const { segment } = part
  for (let record = 0; record < recordCount(segment); record++) {
    if (isGone(part, record)) continue
    if (kind === 'entry') builder.add(recordOfEntry(entryAt(segment, record)))
    else
      builder.add(
        recordOfSubject({ number: segment.recordIds[record]!, subject: subjectAt(segment, record) }),
      )
  }
}

const separators = /[^\p{L}\p{M}\p{N}]+/u

/** How many words of names a step adds. They take the time, and an entry can have hundreds of names. A record counts without a word too. */
export const wordsIn = (step: SegmentStep): number =>
  step.type === 'records'
    ? step.records.reduce((sum: number, record) => sum + wordsOf(namesOf(step.kind, record)), 0)
    : step.parts.reduce((sum, { segment }) => sum + recordCount(segment) + segment.nameTokens.length, 0)

const namesOf = (kind: RecordKind, record: unknown): readonly string[] =>
  kind === 'entry'
    ? (record as IndexedEntry).names.map(({ name }) => name)
    : (record as MonitoredSubject).subject.names

const wordsOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + name.split(separators).length, 1)
