import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { ListRefused } from '../list-refused.ts'
import { decodeText } from './decode-text.ts'
import type { SourceFile } from './format.ts'

const mostRecordBytes = 4 * 1024 * 1024

/** OFAC ends its files as DOS did, with the character 0x1A. */
async function* withoutEndMark(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    const clean = text.replaceAll('\u001a', '')
    if (clean !== '') yield clean
  }
}

export type CsvRow = { line: number; cells: string[] }

/** The rows of a CSV file in bounded memory. A quote that stays open, as in a file cut short, refuses the file. */
export async function* readCsvRows(file: SourceFile, encoding?: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: mostRecordBytes,
  })
  let failure: unknown
  pipeline(Readable.from(withoutEndMark(decodeText(file, encoding))), parser, (error) => {
    failure ??= error
  })
  let line = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      line = info.lines
      yield { line, cells: record }
    }
  } catch (error) {
    const cause = failure ?? error
    if (!(cause instanceof CsvError)) throw cause
    throw new ListRefused('unreadable', `${file.name}, after line ${line}: ${cause.message}`)
  }
}

/** Rows of a file whose first row names the columns; `required` must be among them. */
export async function* readCsvRecords(
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
      throw new ListRefused(
        'unreadable',
        `${file.name}, line ${line}: the row has ${cells.length} cells and the header ${header.size}.`,
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
  if (header.size !== names.length) throw new ListRefused('unreadable', `${file.name} has a column twice.`)
  const missing = required.find((name) => !header.has(name))
  if (missing) throw new ListRefused('unreadable', `${file.name} has no column "${missing}".`)
  // A column that is misspelt would be lost silently.
  const strange = known && names.find((name) => !known.includes(name))
  if (strange !== undefined)
    throw new ListRefused(
      'unreadable',
      `${file.name} has a column "${strange.slice(0, 60)}", which is not known here.`,
    )
  return header
}
