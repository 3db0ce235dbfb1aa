import { createReadStream } from 'node:fs'
import type { Clock } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Pool } from 'pg'
import { type EndAccess, type EndedAccess, nothingEnded, type WriteView } from '../register/index.ts'
import { businessKind } from './business-kind.ts'
import { citizenKind } from './citizen-kind.ts'
import { creditRecordKind } from './credit-record-kind.ts'
import {
  beginImport,
  finishImport,
  type ImportCount,
  identifyImport,
  recordProgress,
} from './import-progress.ts'
import { readCsv } from './read-csv.ts'
import { readNdjson } from './read-ndjson.ts'
import type { RecordKind } from './record-kind.ts'
import { noRejectFile, type RefusedRecord, rejectFile } from './reject-file.ts'
import { fileUnusable, type SourceRecord } from './source-record.ts'
import { type Entry, type GroupWriter, writeGroup } from './write-group.ts'

const recordsPerGroup = 1000
const bytesPerGroup = 8 << 20
/** A record may contain images. A longer one is refused with its line number. */
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
  /** Of citizens whose account the file takes away. */
  endAccess: EndAccess
  /** The file of refused records. Without it they are in no file, because they contain personal data. */
  rejectedFile?: string
  onProgress?(progress: ImportProgress): void
  /** Ends the import after the current group. The same call later continues from there. */
  signal?: AbortSignal
}

export type ImportProgress = ImportCount & { bytesRead: number; sizeBytes: number }

export type ImportReport = ImportCount & {
  /** Records that an earlier, interrupted run had processed. */
  resumedAfter: number
  /** False: its signal stopped it. */
  finished: boolean
  /** The first hundred of this run. `rejectedFile`, if one was named, contains all. */
  refusals: RefusedRecord[]
  /** What this run ended of citizens who lost their account. */
  ended: EndedAccess
  rejectedFile: string | null
}

/**
 * Streams a file of citizens into the register (format: `docs/register-import.md`). A bad record is reported with its
 * line and never partly written. An interrupted import continues, and a repeated import of a finished file is an
 * upsert. Throws a `Refusal` if the rest of the file cannot be read. The records before it remain written.
 */
export const importCitizens = (options: ImportOptions): Promise<ImportReport> =>
  importRecords(citizenKind, options)

const endNothing: EndAccess = async () => nothingEnded

/** The same for a file of businesses, which come as NDJSON only. */
export const importBusinesses = (options: Omit<ImportOptions, 'endAccess'>): Promise<ImportReport> =>
  importRecords(businessKind, { ...options, endAccess: endNothing })

type CreditRecordsOptions = Omit<ImportOptions, 'view' | 'endAccess'>

/** The same for credit records. Each belongs to a citizen that the register has, in the view of the citizen. */
export const importCreditRecords = (options: CreditRecordsOptions): Promise<ImportReport> =>
  importRecords(creditRecordKind(options.clock), { ...options, view: 'both', endAccess: endNothing })

const importRecords = async <Incoming extends object>(
  kind: RecordKind<Incoming>,
  options: ImportOptions,
): Promise<ImportReport> => {
  const { pool, vault, clock, file, format, view, endAccess, signal, onProgress } = options
  if (format === 'csv' && !kind.csv) throw fileUnusable(1, `${kind.name} are imported from NDJSON only`)
  const now = () => new Date(clock.now())
  const source = await identifyImport(file, kind.name, view)
  const count = await beginImport(pool, source, now())
  const resumedAfter = count.done
  const rejectedFile = options.rejectedFile ?? null
  const rejects = rejectedFile === null ? noRejectFile : rejectFile(rejectedFile, resumedAfter > 0)
  const refusals: RefusedRecord[] = []
  const ended = { ...nothingEnded }

  const write = async ({ entries, bytesRead }: Group<Incoming>) => {
    const onWritten: GroupWriter<Incoming>['onWritten'] = async (client, result) => {
      const { written, refused } = result
      const done = { written: count.written + written, refused: count.refused + refused.length }
      const next = { ...done, done: done.written + done.refused }
      // Before the commit: a crash can list a record twice, but never lose it.
      await rejects.append(refused)
      await recordProgress(client, source, next, now())
      Object.assign(count, next)
      addEnded(ended, result.ended)
      for (const { raw: _raw, ...reported } of refused.slice(0, maxRefusalsKept - refusals.length))
        refusals.push(reported)
    }
    await writeGroup({ kind, pool, vault, view, endAccess, onWritten }, entries)
    onProgress?.({ ...count, bytesRead, sizeBytes: source.sizeBytes })
  }

  try {
    const chunks = createReadStream(file, { highWaterMark: 1 << 18 })
    const records =
      format === 'csv' && kind.csv
        ? readCsv(chunks, maxRecordBytes, kind.csv)
        : readNdjson(chunks, maxRecordBytes)
    await writeGroups(groupsOf(records, kind, resumedAfter, clock), write, signal)
    const finished = !signal?.aborted
    if (finished) await finishImport(pool, source, now())
    return { ...count, resumedAfter, finished, refusals, ended, rejectedFile }
  } finally {
    await rejects.close()
  }
}

const addEnded = (sum: EndedAccess, ended: EndedAccess) => {
  sum.citizens += ended.citizens
  for (const name of ['devices', 'sessions', 'enrolments'] as const) {
    const [before, more] = [sum[name], ended[name]]
    sum[name] = before === null || more === null ? null : before + more
  }
}

type Group<Incoming> = { entries: Entry<Incoming>[]; bytesRead: number }

/** Writes one group while the next is read and checked. Only these two are in memory. */
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
      // A failure is thrown where it is awaited. Until then it is not an unhandled rejection.
      writing.catch(() => {})
    }
  } finally {
    await writing
  }
}

const groupsOf = async function* <Incoming extends object>(
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
