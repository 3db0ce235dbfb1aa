import type { BatchItem } from '@nani/sdk'

const usual = ['reference', 'status', 'result', 'id', 'error', 'message']

/** The first line: the usual columns, then the chosen fields of results. */
export const resultsHead = (fields: readonly string[]): string => csvLine([...usual, ...fields])

/** The line of an item. `fields` are paths in its result, such as `kyc.basic.full_name`. */
export const resultLine = (item: BatchItem, fields: readonly string[]): string => {
  if (item.status === 'failed')
    return csvLine([
      item.reference,
      item.status,
      '',
      '',
      item.error.code,
      item.error.message,
      ...fields.map(() => ''),
    ])
  const { id, result, risk_level } = item.result
  const chosen = fields.map((field) => textOf(valueAt(item.result, field.split('.'))))
  return csvLine([item.reference, item.status, textOf(result ?? risk_level), textOf(id), '', '', ...chosen])
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Record<string, unknown>)[name]
        : undefined,
    value,
  )

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

// The rule of packages/foundation/src/core/csv.ts, which this package may not import. testing/formula-cells.ts tests both.
/** A spreadsheet calculates a cell that begins like this, also after spaces. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u
const number = /^[+-]?\d+(?:[.,]\d+)?$/
/** A spreadsheet of another language separates cells by these characters: a formula may begin after them. */
const formulaWithin = /([;\t\r\n])(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

const cellOf = (text: string): string => {
  const safe = escapeFormula(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell that no spreadsheet executes: a formula becomes text by a leading apostrophe. */
const escapeFormula = (text: string): string => {
  if (number.test(text)) return text
  const body = text.trimStart()
  const spaces = text.slice(0, text.length - body.length)
  const safe = spaces + body.replace(formulaWithin, "$1'")
  return formula.test(safe) ? `'${safe}` : safe
}
