import { resolve } from 'node:path'
import { printJson } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { WriteView } from '@nani/server/register/register/index.ts'
import type {
  CreditRecordsImport,
  ImportFormat,
  ImportReport,
} from '@nani/server/register/register-import/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { existingFile } from '../command-line/named-files.ts'
import { progressOf } from '../command-line/progress.ts'
import type { Installation } from '../installation/installation.ts'
import { importText } from './register-text.ts'

export type ImportGiven = { file: string; format?: ImportFormat; rejected?: string; json?: boolean }

const formatOf = (file: string): ImportFormat => (/\.csv$/i.test(file) ? 'csv' : 'ndjson')

/** Seconds that `work` took, with its answer. */
export const timed = async <Answer>({ clock }: Pick<Installation, 'clock'>, work: () => Promise<Answer>) => {
  const startMs = clock.now()
  const answer = await work()
  return { answer, seconds: (clock.now() - startMs) / 1000 }
}

/** Imports a file with progress. An interrupt stops it after the current group; the same command goes on. */
export const runImport = async <Answer>(
  { given, terminal, installation, ...call }: OpenCall,
  work: (files: CreditRecordsImport) => Promise<Answer>,
): Promise<{ answer: Answer; seconds: number }> => {
  const { file: path, format, rejected, json } = given as ImportGiven
  const file = existingFile(path, terminal)
  const rejectedFile = rejected === undefined ? undefined : resolve(terminal.cwd, rejected)
  if (rejectedFile === file)
    throw new Refusal('value_invalid', 'The file of refused records would replace the imported file.')
  const stop = new AbortController()
  call.finally(terminal.onInterrupt(() => stop.abort()))
  const progress = progressOf(terminal, 'Importing', json === true)
  call.finally(progress.stop)
  const files: CreditRecordsImport = {
    file,
    format: format ?? formatOf(file),
    ...(rejectedFile !== undefined && { rejectedFile }),
    signal: stop.signal,
    onProgress: ({ bytesRead, sizeBytes, written, refused }) =>
      progress.update(bytesRead, sizeBytes, `${written} written, ${refused} refused`),
  }
  try {
    return await timed(installation, () => work(files))
  } catch (error) {
    throw error instanceof Refusal && error.code === 'register_file_unusable'
      ? new Refusal(error.code, `${path}: ${error.message}`, { context: error.context })
      : error
  }
}

export type FinishedImport = { report: ImportReport; kind: string; seconds: number; view: WriteView | null }

/**
 * Prints the report. An import that was interrupted is an error, and so are refused records, except of credit records:
 * their files regularly repeat older records.
 */
export const reportImport = (
  { report, kind, seconds, view }: FinishedImport,
  { given, terminal }: OpenCall,
): void => {
  const document = { ...report, kind, seconds, ...(view && { environment: view }) }
  const { rejectedFile } = report
  const error = errorOf(report, view, given.json ? document : rejectedFile ? { rejectedFile } : {})
  if (!given.json) terminal.out(importText(report, kind, seconds, view))
  else if (!error) printJson(terminal, document)
  if (error) throw error
}

const errorOf = (
  { finished, refused }: ImportReport,
  view: WriteView | null,
  data: Record<string, unknown>,
): Refusal | null => {
  if (!finished)
    return new Refusal('import_interrupted', 'The import stopped before the end.', { context: data })
  if (refused === 0 || view === null) return null
  const records = refused === 1 ? '1 record of the file was' : `${refused} records of the file were`
  return new Refusal('records_refused', `${records} refused.`, { context: data })
}
