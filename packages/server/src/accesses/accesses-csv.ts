import { csvLine } from '../core/index.ts'
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

/** The access log as CSV in UTF-8. The mark in front makes spreadsheets read it as UTF-8. */
export const accessesCsv = ({ entries }: Pick<AccessExport, 'entries'>): string => {
  const lines = [
    columns.map(([name]) => name),
    ...entries.map((entry) => columns.map(([, value]) => value(entry))),
  ]
  return `\u{feff}${lines.map(csvLine).join('')}`
}
