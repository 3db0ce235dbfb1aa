import { createReadStream } from 'node:fs'
import type { Pool } from 'pg'
import type { Clock } from '../core/index.ts'
import type { Vault } from '../storage/index.ts'
import { businessKind } from './import/business-kind.ts'
import { citizenKind } from './import/citizen-kind.ts'
import {
  beginImport,
  finishImport,
  type ImportCount,
  identifyImport,
  recordProgress,
} from './import/import-progress.ts'
import { readCsv } from './import/read-csv.ts'
import { readNdjson } from './import/read-ndjson.ts'
import type { RecordKind } from './import/record-kind.ts'
import { type RefusedRecord, rejectFile } from './import/reject-file.ts'
import { ImportFileError, type SourceRecord } from './import/source-record.ts'
import { type Entry, type GroupWriter, writeGroup } from './import/write-group.ts'
import type { WriteView } from './write-view.ts'

const recordsPerGroup = 1000
const bytesPerGroup = 8 << 20
/** A record may carry images; a longer one is refused by its line number. */
const maxRecordBytes = 4 << 20
const maxRefusalsKept = 100

export type ImportFormat = 'ndjson' | 'csv'

export type ImportOptions = {
  pool: Pool
  vault: Vault
  clock: Clock
  file: string
  format: ImportFormat
  view: WriteView
  /** Where refused records go; beside the file when not given: `FILE.rejected.ndjson`. */
  rejectedFile?: string
  onProgress?(progress: ImportProgress): void
  /** Ends the import after the group under way; the same call later goes on from there. */
  signal?: AbortSignal
}

export type ImportProgress = ImportCount & { bytesRead: number; sizeBytes: number }

export type ImportReport = ImportCount & {
  /** Records that an earlier, interrupted run had dealt with. */
  resumedAfter: number
  /** False: it was stopped by its signal. */
  finished: boolean
  /** The first hundred of this run; all are in `rejectedFile`. */
  refusals: RefusedRecord[]
  rejectedFile: string
}

/**
 * Streams a file of citizens into the register (format: `docs/register-import.md`). A bad record is reported
 * with its line and never half-written. An interrupted import goes on where it stopped, and a finished file
 * imported again is an upsert. Throws `ImportFileError` when the file cannot be read further; what
 * is written by then stays.
 */
export const importCitizens = (options: ImportOptions): Promise<ImportReport> =>
  importRecords(citizenKind, options)

/** The same for a file of businesses, which come as NDJSON only. */
export const importBusinesses = async (options: ImportOptions): Promise<ImportReport> => {
  if (options.format === 'csv') throw new ImportFileError(1, 'businesses are imported from NDJSON only')
  return importRecords(businessKind, options)
}

const importRecords = async <Incoming extends object>(
  kind: RecordKind<Incoming>,
  options: ImportOptions,
): Promise<ImportReport> => {
  const { pool, vault, clock, file, format, view, signal, onProgress } = options
  const now = () => new Date(clock.now())
  const source = await identifyImport(file, kind.name, view)
  const count = await beginImport(pool, source, now())
  const resumedAfter = count.done
  const rejectedFile = options.rejectedFile ?? `${file}.rejected.ndjson`
  const rejects = rejectFile(rejectedFile, resumedAfter > 0)
  const refusals: RefusedRecord[] = []

  const write = async ({ entries, bytesRead }: Group<Incoming>) => {
    const onWritten: GroupWriter<Incoming>['onWritten'] = async (client, written, refused) => {
      const done = { written: count.written + written, refused: count.refused + refused.length }
      const next = { ...done, done: done.written + done.refused }
      // Before the commit: a crash may list a record twice, never lose it.
      await rejects.append(refused)
      await recordProgress(client, source, next, now())
      Object.assign(count, next)
      for (const { raw: _raw, ...told } of refused.slice(0, maxRefusalsKept - refusals.length))
        refusals.push(told)
    }
    await writeGroup({ kind, pool, vault, view, onWritten }, entries)
    onProgress?.({ ...count, bytesRead, sizeBytes: source.sizeBytes })
  }

  try {
    const chunks = createReadStream(file, { highWaterMark: 1 << 18 })
    const records = format === 'csv' ? readCsv(chunks, maxRecordBytes) : readNdjson(chunks, maxRecordBytes)
    await writeGroups(groupsOf(records, kind, resumedAfter, clock), write, signal)
    const finished = !signal?.aborted
    if (finished) await finishImport(pool, source, now())
    return { ...count, resumedAfter, finished, refusals, rejectedFile }
  } finally {
    await rejects.close()
  }
}

type Group<Incoming> = { entries: Entry<Incoming>[]; bytesRead: number }

/** Writes one group while the next is read and checked; never more than these two are in memory. */
const writeGroups = async <Incoming>(
  groups: AsyncGenerator<Group<Incoming>>,
  write: (group: Group<Incoming>) => Promise<void>,
  signal?: AbortSignal,
) => {
  let writing = Promise.resolve()
  try {
    for await (const group of groups) {
      await writing
      if (signal?.aborted) return
      writing = write(group)
      // A failure is thrown where it is awaited, not as an unhandled rejection meanwhile.
      writing.catch(() => {})
    }
  } finally {
    await writing
  }
}

async function* groupsOf<Incoming extends object>(
  records: AsyncIterable<SourceRecord>,
  kind: RecordKind<Incoming>,
  skip: number,
  clock: Clock,
): AsyncGenerator<Group<Incoming>> {
  let entries: Entry<Incoming>[] = []
  let groupBytes = 0
  let bytesRead = 0
  let passed = 0
  for await (const record of records) {
    bytesRead += record.bytes + 1
    if (passed++ < skip) continue
    entries.push(entryOf(record, kind, clock.now()))
    groupBytes += record.bytes
    if (entries.length < recordsPerGroup && groupBytes < bytesPerGroup) continue
    yield { entries, bytesRead }
    entries = []
    groupBytes = 0
  }
  if (entries.length > 0) yield { entries, bytesRead }
}

const entryOf = <Incoming extends object>(
  { line, raw, value, reason }: SourceRecord,
  kind: RecordKind<Incoming>,
  nowMs: number,
): Entry<Incoming> => {
  if (reason !== undefined) return { line, raw, reason }
  const incoming = kind.read(value, nowMs)
  return 'reason' in incoming ? { line, raw, reason: incoming.reason } : { line, raw, incoming }
}
