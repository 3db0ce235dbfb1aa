import { pipeline, Readable } from 'node:stream'
import { lineBreaksIn, Refusal } from '@nani/foundation/core/index.ts'
import { CsvError, parse } from 'csv-parse'
import { decodeText } from './decode-text.ts'
import type { SourceFile } from './format.ts'

const maxRecordBytes = 4 * 1024 * 1024

/**
 * The text without the DOS end mark 0x1A, with which OFAC ends its files, and with LF for CR LF, which the parser counts
 * as two lines inside a cell.
 */
const cleanText = async function* (texts: AsyncIterable<string>): AsyncGenerator<string> {
  // A CR at the end of a piece waits for the next piece, which may begin with LF.
  let heldBack = ''
  for await (const text of texts) {
    const clean = heldBack + text.replaceAll('\u001a', '')
    heldBack = clean.endsWith('\r') ? '\r' : ''
    const whole = clean.slice(0, clean.length - heldBack.length).replaceAll('\r\n', '\n')
    if (whole !== '') yield whole
  }
  if (heldBack !== '') yield heldBack
}

/** A row, and the line on which it begins. */
export type CsvRow = { line: number; cells: string[] }

/** The rows of a CSV file in bounded memory. An open quote, as in an incomplete file, refuses the file. */
export const readCsvRows = async function* (file: SourceFile, encoding?: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
  })
  let failure: unknown
  pipeline(Readable.from(cleanText(decodeText(file, encoding))), parser, (error) => {
    failure ??= error
  })
  let lastLine = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      lastLine = info.lines
      yield { line: lastLine - lineBreaksIn(record), cells: record }
    }
  } catch (error) {
    const cause = failure ?? error
    if (!(cause instanceof CsvError)) throw cause
    throw new Refusal('list_unreadable', `${file.name}, after line ${lastLine}: ${cause.message}`)
  }
}

/** Rows of a file whose first row names the columns, including all of `required`. */
export const readCsvRecords = async function* (
  file: SourceFile,
  columns: { required: readonly string[]; known?: readonly string[] },
): AsyncGenerator<{ line: number; at(column: string): string }> {
  let header: Map<string, number> | undefined
  for await (const { line, cells } of readCsvRows(file)) {
    if (!header) {
      header = headerOf(file, cells, columns)
      continue
    }
    if (cells.length !== header.size)
      throw new Refusal(
        'list_unreadable',
        `${file.name}, line ${line}: the row has ${cells.length} cells, and the header has ${header.size}.`,
      )
    const places = header
    yield { line, at: (column) => cells[places.get(column) ?? -1]?.trim() ?? '' }
  }
}

const headerOf = (
  file: SourceFile,
  cells: string[],
  { required, known }: { required: readonly string[]; known?: readonly string[] },
): Map<string, number> => {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const header = new Map(names.map((name, index) => [name, index]))
  if (header.size !== names.length) throw new Refusal('list_unreadable', `${file.name} has a column twice.`)
  const missing = required.find((name) => !header.has(name))
  if (missing) throw new Refusal('list_unreadable', `${file.name} has no column "${missing}".`)
  // Without this check, a misspelt column would be lost silently.
  const strange = known && names.find((name) => !known.includes(name))
  if (strange !== undefined)
    throw new Refusal(
      'list_unreadable',
      `${file.name} has a column "${strange.slice(0, 60)}", which is unknown.`,
    )
  return header
}
