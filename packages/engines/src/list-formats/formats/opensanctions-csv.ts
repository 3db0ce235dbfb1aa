import type { ListCategory } from '../catalogue.ts'
import type { ListEntry } from '../entry.ts'
import { readDay } from '../parts/birth-date.ts'
import {
  addAddress,
  addBirthDate,
  addIdentifier,
  addName,
  addNationality,
  emptyEntry,
  finishEntry,
} from '../parts/build-entry.ts'
import type { ParsedEntry, ParsedList, SourceFile } from './format.ts'
import { ftmKinds } from './ftm-entry.ts'
import { readCsvRecords } from './read-csv-rows.ts'

const required = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'addresses', 'identifiers']

const several = (cell: string): string[] => cell.split(';').filter((part) => part.trim() !== '')

/**
 * OpenSanctions' `targets.simple.csv`. It contains no topics and no offices. A file for the PEP list must be a file of
 * PEPs, and only its people are used.
 */
export const parseOpenSanctionsCsv = (file: SourceFile, category: ListCategory): ParsedList => {
  const facts: ParsedList['facts'] = { sourceDate: null }
  const entries = async function* (): AsyncGenerator<ParsedEntry> {
    for await (const { at } of readCsvRecords(file, { required })) {
      const seen = readDay(at('last_seen').slice(0, 10))
      if (seen && seen > (facts.sourceDate ?? '')) facts.sourceDate = seen
      if (category === 'pep' && at('schema') !== 'Person') continue
      const entry = entryOf(at, category)
      if (entry) yield { entry, basis: '' }
    }
  }
  return { entries: entries(), facts }
}

const entryOf = (at: (column: string) => string, category: ListCategory): ListEntry | null => {
  const entry = emptyEntry(at('id'), ftmKinds[at('schema')] ?? 'unknown')
  addName(entry, at('name'), 'primary')
  for (const alias of several(at('aliases'))) addName(entry, alias, 'alias')
  if (entry.names.length === 0) return null
  for (const date of several(at('birth_date'))) addBirthDate(entry, date)
  for (const country of several(at('countries'))) addNationality(entry, country.trim())
  for (const address of several(at('addresses'))) addAddress(entry, [address])
  for (const number of several(at('identifiers'))) {
    const imo = /^IMO\d+$/.test(number.trim())
    addIdentifier(entry, imo ? 'imo_number' : 'number', number, null)
  }
  if (category === 'pep')
    entry.pep = { positions: [], isInternationalOrganization: false, relationship: null }
  else {
    const programs = several(at('program_ids')).map((program) => program.trim())
    entry.sanction = { programs, legalBasis: null, interpolUnSpecialNotice: null }
  }
  return finishEntry(entry)
}
