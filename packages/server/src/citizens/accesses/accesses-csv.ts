import { csvLine } from '@nani/foundation/core/index.ts'
import type { AccessEntry } from './access-entry.ts'
import { type AccessLanguage, inWords, logWords, type WordedEntry } from './access-words.ts'
import type { AccessExport } from './export-accesses.ts'

type Heading = Exclude<keyof ReturnType<typeof logWords>, 'disputes'>

const columns: readonly [heading: Heading, value: (entry: AccessEntry, words: WordedEntry) => string][] = [
  ['time', ({ at }) => at],
  ['organization', ({ organization }) => organization],
  ['application', ({ application }) => application],
  ['service', (_, { service }) => service],
  ['purpose', (_, { purpose }) => purpose ?? ''],
  ['data', (_, { scopes }) => scopes.join('; ')],
  ['reason', (_, { reason }) => reason ?? ''],
  ['readAgain', (entry) => String(entry.read_again?.times ?? 0)],
  ['dispute', (_, { dispute }) => dispute ?? ''],
  ['id', ({ id }) => id],
]

/** The access log as CSV in UTF-8. The mark in front makes spreadsheets read it as UTF-8. */
export const accessesCsv = ({ entries }: Pick<AccessExport, 'entries'>, language: AccessLanguage): string => {
  const headings = logWords(language)
  const lines = [
    columns.map(([heading]) => headings[heading]),
    ...entries.map((entry) => {
      const words = inWords(entry, language)
      return columns.map(([, value]) => value(entry, words))
    }),
  ]
  return `\u{feff}${lines.map(csvLine).join('')}`
}
