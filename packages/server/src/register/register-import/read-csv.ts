import { pipeline, Readable } from 'node:stream'
import { lineBreaksIn } from '@nani/foundation/core/index.ts'
import { CsvError, type Info, parse } from 'csv-parse'
import type { CsvForm } from './record-kind.ts'
import { fileUnusable, type SourceRecord } from './source-record.ts'

type Column = { name: string; path: string[] }
type CsvRow = { record: string[]; info: Info }

const segment = /^(?:[a-z][a-z0-9_]*|\d|[1-4]\d)$/

/**
 * Records of a CSV file whose header names the fields. A block is one column of JSON (`documents`), or columns
 * with dots (`documents.0.type`). An empty cell is absent.
 */
export const readCsv = async function* (
  chunks: AsyncIterable<Buffer>,
  maxRecordBytes: number,
  form: CsvForm,
): AsyncGenerator<SourceRecord> {
  const parser = parse({
    bom: true,
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
  })
  // Ends both if either fails. The iteration throws the failure.
  pipeline(Readable.from(chunks), parser, () => {})
  let columns: Column[] | undefined
  let nextLine = 1
  let lastBytes = 0
  // The parser counts CR LF inside a quoted cell as two lines.
  let countedTwice = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRow>) {
      countedTwice += record.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0)
      const lastLine = info.lines - countedTwice
      const line = lastLine - lineBreaksIn(record)
      nextLine = lastLine + 1
      const bytes = info.bytes - lastBytes
      lastBytes = info.bytes
      if (columns === undefined) columns = columnsOf(record, line, form)
      else yield { line, bytes, raw: JSON.stringify(record), ...valueOfRow(record, columns, form) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw fileUnusable(nextLine, `${error.message} (the record begins here)`)
  }
}

const columnsOf = (header: string[], line: number, { fields }: CsvForm): Column[] => {
  const seen = new Set<string>()
  return header.map((cell) => {
    const name = cell.trim()
    const path = name.split('.')
    if (!fields.has(path[0] as string) || path.length > 5 || !path.every((part) => segment.test(part)))
      throw fileUnusable(line, `the column is unknown: ${JSON.stringify(name.slice(0, 80))}`)
    if (seen.has(name)) throw fileUnusable(line, `the column ${name} occurs twice`)
    seen.add(name)
    return { name, path }
  })
}

const valueOfRow = (
  record: string[],
  columns: Column[],
  form: CsvForm,
): { value: unknown } | { reason: string } => {
  if (record.length !== columns.length)
    return { reason: `has ${record.length} columns and the header ${columns.length}` }
  if (record.some((cell) => cell.includes('\uFFFD'))) return { reason: 'is not UTF-8' }
  const value: Record<string, unknown> = {}
  for (const [index, { name, path }] of columns.entries()) {
    const cell = record[index] as string
    if (cell === '') continue
    const parsed = form.cellValue(name, path, cell)
    if (typeof parsed === 'object' && parsed !== null && 'wrongCell' in parsed)
      return { reason: `${name}: ${parsed.wrongCell}` }
    if (!place(value, path, parsed)) return { reason: `${name}: is given twice, or leaves a gap in its list` }
  }
  return { value }
}

/** Sets a value at a path, and creates the objects and lists on it. */
const place = (root: Record<string, unknown>, path: string[], value: unknown): boolean => {
  let at: Record<string, unknown> | unknown[] = root
  for (const [depth, part] of path.entries()) {
    if (Array.isArray(at) && !(Number(part) <= at.length)) return false
    const here = at as Record<string, unknown>
    if (depth === path.length - 1) {
      if (Object.hasOwn(here, part)) return false
      here[part] = value
      return true
    }
    if (!Object.hasOwn(here, part)) here[part] = /^\d/.test(path[depth + 1] as string) ? [] : {}
    const next = here[part]
    if (typeof next !== 'object' || next === null) return false
    at = next as Record<string, unknown>
  }
  return false
}
