import { Refusal } from '@nani/foundation/core/index.ts'
import type { EntryKind, ListEntry } from '../entry.ts'
import { dateSpan } from '../parts/birth-date.ts'
import {
  addAddress,
  addBirthDate,
  addGender,
  addName,
  addNationality,
  cleanText,
  emptyEntry,
  finishEntry,
} from '../parts/build-entry.ts'
import { addOfacNumber, addRemarks } from '../parts/ofac-remarks.ts'
import type { ParsedEntry, ParsedList, SourceFile } from './format.ts'
import { childOf, itemsOf, textOf, type XmlElement, xmlEntries } from './read-xml.ts'

const kinds: Readonly<Record<string, EntryKind>> = {
  individual: 'individual',
  entity: 'business',
  vessel: 'other',
  aircraft: 'other',
}

/** `03/28/2025`: the month comes first. */
const americanDay = (text: string): string | null => {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  return year ? (dateSpan(Number(year), Number(month), Number(day))?.from ?? null) : null
}

/** The surname comes first, as in the CSV. A list has the same names in both formats. */
const nameOf = (element: XmlElement): string =>
  [textOf(element, 'lastName'), textOf(element, 'firstName')].filter((part) => part !== '').join(', ')

const records = new Set(['publshInformation', 'publishInformation', 'sdnEntry'])

/** OFAC's `SDN.XML` and `CONSOLIDATED.XML`. They contain no day of listing. */
export const parseOfacXml = (file: SourceFile): ParsedList => {
  const facts: ParsedList['facts'] = { sourceDate: null }
  const entries = async function* (): AsyncGenerator<ParsedEntry> {
    let announced: number | null = null
    let count = 0
    yield* xmlEntries(file, { root: 'sdnList', records }, (record) => {
      if (record.name === 'sdnEntry') {
        count++
        return entryOf(record)
      }
      facts.sourceDate = americanDay(textOf(record, 'Publish_Date'))
      announced = Number(textOf(record, 'Record_Count')) || null
      return null
    })
    if (announced !== null && announced !== count)
      throw new Refusal('list_unreadable', `${file.name} announces ${announced} entries and has ${count}.`)
  }
  return { entries: entries(), facts }
}

const entryOf = (record: XmlElement): ListEntry => {
  const entry = emptyEntry(textOf(record, 'uid'), kinds[textOf(record, 'sdnType').toLowerCase()] ?? 'unknown')
  addName(entry, nameOf(record), 'primary')
  for (const alias of itemsOf(record, 'akaList', 'aka'))
    addName(entry, nameOf(alias), /weak/i.test(textOf(alias, 'category')) ? 'weak_alias' : 'alias')
  for (const date of itemsOf(record, 'dateOfBirthList', 'dateOfBirthItem'))
    addBirthDate(entry, textOf(date, 'dateOfBirth'))
  for (const name of ['nationality', 'citizenship'])
    for (const item of itemsOf(record, `${name}List`, name)) addNationality(entry, textOf(item, 'country'))
  for (const address of itemsOf(record, 'addressList', 'address')) addOfacAddress(entry, address)
  for (const id of itemsOf(record, 'idList', 'id')) {
    const type = textOf(id, 'idType')
    if (/^gender/i.test(type)) addGender(entry, textOf(id, 'idNumber'))
    else addOfacNumber(entry, type, textOf(id, 'idNumber'), textOf(id, 'idCountry'))
  }
  addVesselNumbers(entry, childOf(record, 'vesselInfo'))
  entry.sanction = {
    programs: itemsOf(record, 'programList', 'program').map(({ text }) => cleanText(text)),
    legalBasis: null,
    interpolUnSpecialNotice: null,
  }
  addRemarks(entry, textOf(record, 'remarks'))
  return finishEntry(entry)
}

const addOfacAddress = (entry: ListEntry, address: XmlElement): void => {
  const lines = ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode', 'country']
  addAddress(
    entry,
    lines.map((line) => textOf(address, line)),
    textOf(address, 'country'),
  )
}

const addVesselNumbers = (entry: ListEntry, vessel: XmlElement | undefined): void => {
  const callSign = textOf(vessel, 'callSign')
  if (callSign !== '') addOfacNumber(entry, 'Call Sign', callSign)
}
