import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { printJson, type Terminal } from '@nani/cli'
import { OperatorError } from '@nani/foundation/core/index.ts'
import type { WriteView } from '@nani/server/register/register/index.ts'
import {
  type CreditRecordsImport,
  ImportFileError,
  type ImportFormat,
  type ImportReport,
} from '@nani/server/register/register-import/index.ts'
import type { OperatorOptions } from './applications.ts'
import { type Installation, withInstallation } from './installation.ts'
import { progressOf } from './progress.ts'
import { importText } from './register-text.ts'

export type ImportFileOptions = OperatorOptions & { format?: ImportFormat; rejected?: string }

const formatOf = (file: string): ImportFormat => (/\.csv$/i.test(file) ? 'csv' : 'ndjson')

/** Seconds that `work` took, with its answer. */
export const timed = async <Answer>(installation: Installation, work: () => Promise<Answer>) => {
  const startMs = installation.clock.now()
  const answer = await work()
  return { answer, seconds: (installation.clock.now() - startMs) / 1000 }
}

/** Imports a file with progress. An interrupt stops it after the current group; the same command goes on. */
export const runImport = async <Answer>(
  { path, options }: { path: string; options: ImportFileOptions },
  terminal: Terminal,
  work: (files: CreditRecordsImport, installation: Installation) => Promise<Answer>,
): Promise<{ answer: Answer; seconds: number }> => {
  const file = resolve(terminal.cwd, path)
  if (!existsSync(file)) throw new OperatorError('file_not_found', `There is no file ${file}.`)
  const stop = new AbortController()
  const release = terminal.onInterrupt(() => stop.abort())
  const progress = progressOf(terminal, 'Importing', options.json === true)
  const files: CreditRecordsImport = {
    file,
    format: options.format ?? formatOf(file),
    ...(options.rejected !== undefined && { rejectedFile: resolve(terminal.cwd, options.rejected) }),
    signal: stop.signal,
    onProgress: ({ bytesRead, sizeBytes, written, refused }) =>
      progress.update(bytesRead, sizeBytes, `${written} written, ${refused} refused`),
  }
  try {
    return await withInstallation(terminal, (installation) =>
      timed(installation, () => work(files, installation)),
    )
  } catch (error) {
    throw error instanceof ImportFileError
      ? new OperatorError(error.code, `${path}: ${error.message}`, { data: error.data })
      : error
  } finally {
    progress.stop()
    release()
  }
}

export type FinishedImport = { report: ImportReport; kind: string; seconds: number; view: WriteView | null }

/** Prints the report. An import that was interrupted is an error. */
export const reportImport = (
  { report, kind, seconds, view }: FinishedImport,
  options: ImportFileOptions,
  terminal: Terminal,
) => {
  const document = { ...report, kind, seconds, ...(view && { environment: view }) }
  if (!options.json) terminal.out(importText(report, kind, seconds, view))
  else if (report.finished) printJson(terminal, document)
  if (report.finished) return
  throw new OperatorError('import_interrupted', 'The import stopped before the end.', {
    data: options.json ? document : {},
  })
}
