import type { AccessEntry } from './access-entry.ts'
import type { AccessExport } from './export-accesses.ts'

const columns: readonly [name: string, value: (entry: AccessEntry) => string][] = [
  ['time', ({ at }) => at],
  ['organization', ({ organization }) => organization],
  ['application', ({ application }) => application],
  ['service', ({ service }) => service],
  ['purpose', ({ purpose }) => purpose ?? ''],
  ['scopes', ({ scopes }) => scopes.join(' ')],
  ['reason', ({ reason }) => reason ?? ''],
  ['read_again', (entry) => String(entry.read_again?.times ?? 0)],
  ['dispute', ({ dispute }) => dispute?.status ?? ''],
  ['id', ({ id }) => id],
]

/** A spreadsheet calculates a cell that begins so. The apostrophe makes it text. */
const startsFormula = /^[=+\-@\t\r]/

/** RFC 4180, with every text that another person wrote kept from being a formula. */
export const csvCell = (text: string): string => {
  const safe = startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The access log as CSV in UTF-8. The mark in front makes spreadsheets read it as UTF-8. */
export const accessesCsv = ({ entries }: Pick<AccessExport, 'entries'>): string => {
  const lines = [
    columns.map(([name]) => name),
    ...entries.map((entry) => columns.map(([, value]) => csvCell(value(entry)))),
  ]
  return `\u{feff}${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}
