import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { Failure } from '../../failure.ts'
import type { Terminal } from '../../terminal.ts'

/** An item of a batch. The service validates every value. */
export type Item = { reference: string } & Record<string, unknown>

/** The short names of columns, by the field of an item. Any other field is named by its path, such as `match.age`. */
export type ColumnNames = { defaultType: string; names: Readonly<Record<string, string>> }

const everywhere = {
  ...{ reference: 'reference', purpose: 'purpose', identifier: 'identifier.value', type: 'identifier.type' },
  ...{ scopes: 'scopes', document_delivery: 'document_delivery' },
}
const objects = ['identifier', 'match', 'subject', 'amount_requested', 'consent']
const numbers = ['match.age', 'threshold', 'amount_requested.value']
const lists = ['scopes', 'include', 'checks']

/** The items of a CSV file. Its first line names the columns. A reference that is missing is the number of the row. */
export const readItems = (file: string, columns: ColumnNames, terminal: Terminal): Item[] => {
  const [head, ...rows] = rowsOf(textOf(resolve(terminal.cwd, file)))
  if (head === undefined || rows.length === 0)
    throw unusable(`${file} has no rows.`, 'Its first line names the columns, such as: reference,identifier')
  const paths = head.map((name) => pathOf(name, { ...everywhere, ...columns.names }))
  return rows.map((cells, index) => itemOf(cells, paths, { reference: `row-${index + 1}`, ...columns }))
}

const unusable = (message: string, next: string) => new Failure('invalid_value', message, next)

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Failure('file_not_found', `The file ${path} cannot be read.`, 'Check the path.')
  }
}

/** Spreadsheets of French regions separate cells by semicolons. */
const rowsOf = (text: string): string[][] => {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const delimiter = head.includes(';') && !head.includes(',') ? ';' : ','
  try {
    return parse(text, { bom: true, delimiter, skipEmptyLines: true, trim: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unusable(
      'The file is no CSV file with the same number of cells in each row.',
      'Compare each row with the first line.',
    )
  }
}

const pathOf = (column: string, names: Readonly<Record<string, string>>): string[] => {
  const known = Object.hasOwn(names, column) ? names[column] : undefined
  const path = (known ?? column).split('.')
  const isField =
    path.length > 1 && objects.includes(path[0] as string) && path.every((one) => /^[a-z][a-z_]*$/.test(one))
  if (known === undefined && !isField)
    throw unusable(
      `The column "${column}" is unknown.`,
      `Use ${Object.keys(names).join(', ')}, or the path of a field such as match.full_name.`,
    )
  return path
}

const itemOf = (
  cells: readonly string[],
  paths: readonly string[][],
  { reference, defaultType }: { reference: string; defaultType: string },
): Item => {
  let item: Item = { reference }
  for (const [index, path] of paths.entries()) {
    const cell = cells[index]
    if (cell) item = withValue(item, path, readCell(cell, path.join('.'))) as Item
  }
  const { identifier } = item as { identifier?: object }
  return identifier ? { ...item, identifier: { type: defaultType, ...identifier } } : item
}

const readCell = (cell: string, path: string): unknown => {
  if (numbers.includes(path) && /^\d+(\.\d+)?$/.test(cell)) return Number(cell)
  return lists.includes(path) ? cell.split(/[\s,;]+/) : cell
}

/** A copy, so that a column name can never reach the prototype of an object. */
const withValue = (object: object, [name, ...rest]: readonly string[], value: unknown): object => {
  const key = name as string
  const inner = Object.hasOwn(object, key) ? (object as Record<string, object>)[key] : {}
  return { ...object, [key]: rest.length === 0 ? value : withValue(inner as object, rest, value) }
}
