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
import type { ParsedEntry, ParsedList, SourceFile } from './format.ts'
import { childOf, childrenOf, readXml, textOf, within, writtenIn, type XmlElement } from './read-xml.ts'

const kinds: Readonly<Record<string, EntryKind>> = {
  individual: 'individual',
  entity: 'business',
  ship: 'other',
}

/** The UK sanctions list of the Foreign, Commonwealth and Development Office. */
export const parseUkXml = (file: SourceFile): ParsedList => {
  const facts: ParsedList['facts'] = { sourceDate: null }
  async function* entries(): AsyncGenerator<ParsedEntry> {
    const records = new Set(['DateGenerated', 'Designation'])
    for await (const record of readXml(file, { root: 'Designations', records })) {
      if (record.name === 'DateGenerated') facts.sourceDate = readDay(record.text)
      else yield { entry: entryOf(record), basis: writtenIn(record) }
    }
  }
  return { entries: entries(), facts }
}

const entryOf = (record: XmlElement): ListEntry => {
  const kind = kinds[textOf(record, 'IndividualEntityShip').toLowerCase()] ?? 'unknown'
  const entry = emptyEntry(cleanText(textOf(record, 'UniqueID')), kind)
  for (const name of childrenOf(childOf(record, 'Names'), 'Name')) addUkName(entry, name)
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
    // A regime is called by the regulations that make it.
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

// Container, number, and the note beside it, by type.
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

/** `Afghanistan passport`, `Russian, issued on 1 May 2010`: the words before what is no country. */
const countryIn = (note: string): string | null => {
  const words = note.split(/[\s,.;()]+/).filter((word) => word !== '')
  for (let count = Math.min(words.length, 6); count > 0; count--) {
    const code = countryCode(words.slice(0, count).join(' '))
    if (code) return code
  }
  return null
}
