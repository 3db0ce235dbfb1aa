import { parentPort } from 'node:worker_threads'
import { SegmentBuilder, type SegmentRecord } from '../retrieval/build-segment.ts'
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
import { takePriority } from './own-priority.ts'

/** Messages to the building thread. Each one is answered, so that the sender is at most one message ahead. */
export type BuildStep =
  | { type: 'records'; kind: RecordKind; records: readonly unknown[] }
  /** Copies the remaining records of existing parts. */
  | { type: 'parts'; kind: RecordKind; parts: readonly IndexPart[] }
  /** The segment is the answer. */
  | { type: 'finish'; forManySearches: boolean }

const port = parentPort
if (port === null) throw new Error('runs in a worker thread only')
takePriority()
const builder = new SegmentBuilder()

port.on('message', (step: BuildStep) => {
  if (step.type === 'finish') return port.postMessage(builder.build(step))
  if (step.type === 'records') for (const record of step.records) builder.add(readers[step.kind](record))
  else for (const part of step.parts) addRest(part, step.kind)
  port.postMessage(null)
})

const readers: Record<RecordKind, (record: unknown) => SegmentRecord> = {
  entry: (record) => recordOfEntry(record as IndexedEntry),
  subject: (record) => recordOfSubject(record as MonitoredSubject),
}

const addRest = (part: IndexPart, kind: RecordKind): void => {
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
