import { createReadStream } from 'node:fs'
import type { Pool } from 'pg'
import type { Clock } from '../core/index.ts'
import type { Vault } from '../storage/index.ts'
import { citizenOfRecord } from './import/citizen-of-record.ts'
import { checkRecord } from './import/citizen-record.ts'
import {
  beginImport,
  finishImport,
  type ImportCount,
  identifyImport,
  recordProgress,
} from './import/import-progress.ts'
import { readCsv } from './import/read-csv.ts'
import { readNdjson } from './import/read-ndjson.ts'
import { type RefusedRecord, rejectFile } from './import/reject-file.ts'
import type { SourceRecord } from './import/source-record.ts'
import { type Entry, type GroupWriter, writeGroup } from './import/write-group.ts'
import type { WriteView } from './write-citizens.ts'

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
export const importCitizens = async (options: ImportOptions): Promise<ImportReport> => {
  const { pool, clock, file, format, view, signal, onProgress } = options
  const now = () => new Date(clock.now())
  const source = await identifyImport(file, view)
  const count = await beginImport(pool, source, now())
  const resumedAfter = count.done
  const rejectedFile = options.rejectedFile ?? `${file}.rejected.ndjson`
  const rejects = rejectFile(rejectedFile, resumedAfter > 0)
  const refusals: RefusedRecord[] = []

  const writer: Omit<GroupWriter, 'onWritten'> = { pool, vault: options.vault, view }
  const write = async ({ entries, bytesRead }: Group) => {
    const onWritten: GroupWriter['onWritten'] = async (client, written, refused) => {
      const done = { written: count.written + written, refused: count.refused + refused.length }
      const next = { ...done, done: done.written + done.refused }
      // Before the commit: a crash may list a record twice, never lose it.
      await rejects.append(refused)
      await recordProgress(client, source, next, now())
      Object.assign(count, next)
      for (const { line, reason, svc_id } of refused.slice(0, maxRefusalsKept - refusals.length))
        refusals.push({ line, reason, svc_id })
    }
    await writeGroup({ ...writer, onWritten }, entries)
    onProgress?.({ ...count, bytesRead, sizeBytes: source.sizeBytes })
  }

  try {
    const chunks = createReadStream(file, { highWaterMark: 1 << 18 })
    const records = format === 'csv' ? readCsv(chunks, maxRecordBytes) : readNdjson(chunks, maxRecordBytes)
    await writeGroups(groupsOf(records, resumedAfter, clock), write, signal)
    const finished = !signal?.aborted
    if (finished) await finishImport(pool, source, now())
    return { ...count, resumedAfter, finished, refusals, rejectedFile }
  } finally {
    await rejects.close()
  }
}

type Group = { entries: Entry[]; bytesRead: number }

/** Writes one group while the next is read and checked; never more than these two are in memory. */
const writeGroups = async (
  groups: AsyncGenerator<Group>,
  write: (group: Group) => Promise<void>,
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

async function* groupsOf(
  records: AsyncIterable<SourceRecord>,
  skip: number,
  clock: Clock,
): AsyncGenerator<Group> {
  let entries: Entry[] = []
  let groupBytes = 0
  let bytesRead = 0
  let passed = 0
  for await (const record of records) {
    bytesRead += record.bytes + 1
    if (passed++ < skip) continue
    entries.push(entryOf(record, clock.now()))
    groupBytes += record.bytes
    if (entries.length < recordsPerGroup && groupBytes < bytesPerGroup) continue
    yield { entries, bytesRead }
    entries = []
    groupBytes = 0
  }
  if (entries.length > 0) yield { entries, bytesRead }
}

const entryOf = ({ line, raw, value, reason }: SourceRecord, nowMs: number): Entry => {
  if (reason !== undefined) return { line, raw, reason }
  const checked = checkRecord(value)
  if ('reason' in checked) return { line, raw, reason: checked.reason }
  const incoming = citizenOfRecord(checked, nowMs)
  return 'reason' in incoming ? { line, raw, reason: incoming.reason } : { line, raw, incoming }
}
