import { Refusal } from '@nani/foundation/core/index.ts'
import type { ListEntry, MediaReport } from '../entry.ts'
import { cleanText, finishEntry } from '../parts/build-entry.ts'
import { dayOf, subjectColumns, subjectOf } from './entries-csv.ts'
import type { ParsedEntry, ParsedList, SourceFile } from './format.ts'
import { readCsvRecords } from './read-csv-rows.ts'

const reportColumns = ['url', 'publisher', 'published_on', 'category', 'severity']
const severities = ['low', 'medium', 'high'] as const
const maxPeople = 500_000

/** Curated adverse media: one row for each report about each person. Rows with the same reference are one entry. */
export const parseMediaCsv = (file: SourceFile): ParsedList => {
  const entries = async function* (): AsyncGenerator<ParsedEntry> {
    const required = ['reference', 'kind', 'name', ...reportColumns]
    const known = [...subjectColumns, ...reportColumns]
    const byReference = new Map<string, ListEntry>()
    for await (const row of readCsvRecords(file, { required, known })) {
      const report = reportOf(file, row)
      const before = byReference.get(row.at('reference'))
      if (before) {
        before.media.push(report)
        continue
      }
      const entry = subjectOf(file, row)
      entry.media.push(report)
      byReference.set(entry.reference, entry)
      if (byReference.size > maxPeople)
        throw new Refusal('list_too_large', `${file.name} names more than ${maxPeople} people.`)
    }
    for (const entry of byReference.values()) yield { entry: finishEntry(entry), basis: '' }
  }
  return { entries: entries(), facts: { sourceDate: null } }
}

const reportOf = (file: SourceFile, row: { line: number; at(column: string): string }): MediaReport => {
  const refuse = (column: string): never => {
    const cell = row.at(column).slice(0, 80)
    throw new Refusal('list_unreadable', `${file.name}, line ${row.line}: ${column} cannot be "${cell}".`)
  }
  const url = row.at('url')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) refuse('url')
  return {
    url,
    publisher: cleanText(row.at('publisher')) || refuse('publisher'),
    publishedOn: dayOf(file, row, 'published_on') ?? refuse('published_on'),
    category: cleanText(row.at('category')) || refuse('category'),
    severity: severities.find((severity) => severity === row.at('severity')) ?? refuse('severity'),
  }
}
