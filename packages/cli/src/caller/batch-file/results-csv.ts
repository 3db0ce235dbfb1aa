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

/** A spreadsheet would calculate a text that begins like a formula. A leading apostrophe keeps it a text. */
const cellOf = (text: string): string => {
  const isFormula =
    /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
