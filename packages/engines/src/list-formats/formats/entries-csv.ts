import { Refusal } from '@nani/foundation/core/index.ts'
import type { ListCategory } from '../catalogue.ts'
import type { EntryKind, ListEntry, PepPosition } from '../entry.ts'
import { readBirthDate, readDay } from '../parts/birth-date.ts'
import {
  addAddress,
  addBirthDate,
  addGender,
  addIdentifier,
  addName,
  addNationality,
  cleanText,
  emptyEntry,
  finishEntry,
} from '../parts/build-entry.ts'
import { countryCode } from '../parts/country-code.ts'
import type { ParsedEntry, ParsedList, SourceFile } from './format.ts'
import { readCsvRecords } from './read-csv-rows.ts'

type Row = { line: number; at(column: string): string }

export const subjectColumns = [
  'reference',
  'kind',
  'name',
  'aliases',
  'weak_aliases',
  'birth_dates',
  'gender',
  'nationalities',
  'addresses',
  'identifiers',
] as const

const columns = [
  ...subjectColumns,
  'listed_on',
  'ended_on',
  'programs',
  'legal_basis',
  'positions',
  'international_organization',
  'relationship',
  'related_to',
]

const kinds: readonly EntryKind[] = ['individual', 'business', 'other', 'unknown']
const relationships = ['family', 'close_associate'] as const

/** Semicolons separate the values of a cell. Bars separate the members of one value. */
const several = (cell: string): string[] =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const members = (value: string): string[] => value.split('|').map((member) => member.trim())

/** Nani's own format for national lists, national PEPs and watchlists (docs/screening-lists.md). */
export const parseEntriesCsv = (file: SourceFile, category: ListCategory): ParsedList => {
  const entries = async function* (): AsyncGenerator<ParsedEntry> {
    for await (const row of readCsvRecords(file, { required: ['reference', 'kind', 'name'], known: columns }))
      yield { entry: entryOf(file, row, category), basis: '' }
  }
  return { entries: entries(), facts: { sourceDate: null } }
}

/** An operator must correct an invalid cell. No value is dropped silently. */
const refuse = (file: SourceFile, row: Row, column: string): never => {
  const cell = row.at(column).slice(0, 80)
  throw new Refusal('list_unreadable', `${file.name}, line ${row.line}: ${column} cannot be "${cell}".`)
}

/** The columns of every list in Nani's own format: the identity of the subject. */
export const subjectOf = (file: SourceFile, row: Row): ListEntry => {
  const kind = kinds.find((known) => known === row.at('kind')) ?? refuse(file, row, 'kind')
  const entry = emptyEntry(row.at('reference'), kind)
  addName(entry, row.at('name'), 'primary')
  for (const name of several(row.at('aliases'))) addName(entry, name, 'alias')
  for (const name of several(row.at('weak_aliases'))) addName(entry, name, 'weak_alias')
  for (const written of several(row.at('birth_dates')))
    addBirthDate(entry, readBirthDate(written) ?? refuse(file, row, 'birth_dates'))
  const gender = row.at('gender')
  if (gender !== '' && gender !== 'male' && gender !== 'female') refuse(file, row, 'gender')
  addGender(entry, gender)
  for (const country of several(row.at('nationalities')))
    addNationality(entry, countryCode(country) ?? refuse(file, row, 'nationalities'))
  for (const address of several(row.at('addresses'))) {
    const [text = '', country = ''] = members(address)
    addAddress(entry, [text], country)
  }
  for (const identifier of several(row.at('identifiers'))) {
    const [type = '', value = '', country = ''] = members(identifier)
    if (!/^[a-z][a-z0-9_]*$/.test(type) || value === '') refuse(file, row, 'identifiers')
    addIdentifier(entry, type, value, country)
  }
  return entry
}

/** The day of a column, or null if the cell is empty. */
export const dayOf = (file: SourceFile, row: Row, column: string): string | null =>
  row.at(column) === '' ? null : (readDay(row.at(column)) ?? refuse(file, row, column))

const entryOf = (file: SourceFile, row: Row, category: ListCategory): ListEntry => {
  const entry = subjectOf(file, row)
  entry.listedOn = dayOf(file, row, 'listed_on')
  entry.endedOn = dayOf(file, row, 'ended_on')
  if (category !== 'pep') {
    const legalBasis = cleanText(row.at('legal_basis')) || null
    entry.sanction = { programs: several(row.at('programs')), legalBasis, interpolUnSpecialNotice: null }
    return finishEntry(entry)
  }
  const kind = relationships.find((known) => known === row.at('relationship')) ?? null
  if (row.at('relationship') !== '' && (!kind || row.at('related_to') === ''))
    refuse(file, row, 'relationship')
  entry.pep = {
    positions: several(row.at('positions')).map((position) => positionOf(file, row, position)),
    isInternationalOrganization: row.at('international_organization') === 'true',
    relationship: kind && { kind, to: row.at('related_to') },
  }
  return finishEntry(entry)
}

const partialDate = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/

const positionOf = (file: SourceFile, row: Row, written: string): PepPosition => {
  const [title = '', country = '', start = '', end = ''] = members(written)
  const jurisdiction = country === '' ? null : countryCode(country)
  const isDate = (date: string) => date === '' || (partialDate.test(date) && readBirthDate(date) !== null)
  if (title === '' || (country !== '' && !jurisdiction) || !isDate(start) || !isDate(end))
    refuse(file, row, 'positions')
  return { title, jurisdiction, startDate: start || null, endDate: end || null }
}
