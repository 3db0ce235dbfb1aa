import type { EntryKind, ListEntry } from '../entry.ts'
import { readDay } from '../parts/birth-date.ts'
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
import type { ParsedList, SourceFile } from './format.ts'
import { childOf, itemsOf, textOf, within, type XmlElement, xmlEntries } from './read-xml.ts'

const kinds: Readonly<Record<string, EntryKind>> = {
  individual: 'individual',
  entity: 'business',
  ship: 'other',
}

/** The UK sanctions list of the Foreign, Commonwealth and Development Office. */
export const parseUkXml = (file: SourceFile): ParsedList => {
  const facts: ParsedList['facts'] = { sourceDate: null }
  const records = new Set(['DateGenerated', 'Designation'])
  const entries = xmlEntries(file, { root: 'Designations', records }, (record) => {
    if (record.name !== 'DateGenerated') return entryOf(record)
    facts.sourceDate = readDay(record.text)
    return null
  })
  return { entries, facts }
}

const entryOf = (record: XmlElement): ListEntry => {
  const kind = kinds[textOf(record, 'IndividualEntityShip').toLowerCase()] ?? 'unknown'
  const entry = emptyEntry(cleanText(textOf(record, 'UniqueID')), kind)
  for (const name of itemsOf(record, 'Names', 'Name')) addUkName(entry, name)
  for (const name of within(childOf(record, 'NonLatinNames'), 'NameNonLatinScript'))
    addName(entry, name.text, 'alias')
  const texts = (name: string) => within(record, name).map(({ text }) => text.trim())
  for (const date of texts('DOB')) addBirthDate(entry, date)
  for (const gender of texts('Gender')) addGender(entry, gender)
  for (const nationality of texts('Nationality')) addNationality(entry, nationality)
  for (const address of within(record, 'Address')) addUkAddress(entry, address)
  addNumbers(entry, record)
  const regime = cleanText(textOf(record, 'RegimeName'))
  entry.listedOn = readDay(textOf(record, 'DateDesignated'))
  entry.sanction = {
    programs: regime === '' ? [] : [regime],
    // A regime has the name of its regulations.
    legalBasis: regime || null,
    interpolUnSpecialNotice: null,
  }
  return finishEntry(entry)
}

const addUkName = (entry: ListEntry, name: XmlElement): void => {
  const parts = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6'].map((part) =>
    cleanText(textOf(name, part)),
  )
  const weak = /^low/i.test(textOf(name, 'AliasStrength'))
  const primary = /^primary name$/i.test(textOf(name, 'NameType'))
  addName(entry, parts.join(' '), weak ? 'weak_alias' : primary ? 'primary' : 'alias')
}

const addUkAddress = (entry: ListEntry, address: XmlElement): void => {
  const lines = [1, 2, 3, 4, 5, 6].map((line) => textOf(address, `AddressLine${line}`))
  const country = textOf(address, 'AddressCountry')
  addAddress(entry, [...lines, textOf(address, 'AddressPostalCode'), country], country)
}

// Container, number and note, by type.
const numbers: readonly (readonly [type: string, container: string, number: string, note: string])[] = [
  ['passport', 'Passport', 'PassportNumber', 'PassportAdditionalInformation'],
  [
    'national_id',
    'NationalIdentifier',
    'NationalIdentifierNumber',
    'NationalIdentifierAdditionalInformation',
  ],
]

const plainNumbers: readonly (readonly [type: string, element: string])[] = [
  ['registration_number', 'BusinessRegistrationNumber'],
  ['imo_number', 'IMONumber'],
]

const addNumbers = (entry: ListEntry, record: XmlElement): void => {
  for (const [type, container, number, note] of numbers)
    for (const element of within(record, container))
      addIdentifier(entry, type, textOf(element, number), countryIn(textOf(element, note)))
  for (const [type, name] of plainNumbers)
    for (const { text } of within(record, name)) addIdentifier(entry, type, text, null)
}

/** The country at the beginning of a note: `Afghanistan passport`, `Russian, issued on 1 May 2010`. */
const countryIn = (note: string): string | null => {
  const words = note.split(/[\s,.;()]+/).filter((word) => word !== '')
  for (let count = Math.min(words.length, 6); count > 0; count--) {
    const code = countryCode(words.slice(0, count).join(' '))
    if (code) return code
  }
  return null
}
