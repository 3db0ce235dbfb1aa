import type { EntryKind, ListEntry } from '../entry.ts'
import { dateSpan, readBirthDate, readDay } from '../parts/birth-date.ts'
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
import { addOfacNumber } from '../parts/ofac-remarks.ts'
import type { ParsedList, SourceFile } from './format.ts'
import { childOf, itemsOf, textOf, type XmlElement, xmlEntries } from './read-xml.ts'

const kinds: Readonly<Record<string, EntryKind>> = {
  individual: 'individual',
  entity: 'business',
  organization: 'business',
  vessel: 'other',
  aircraft: 'other',
}

/** Values that records name by a reference. They are at the beginning of the file. */
type References = ReadonlyMap<string, string>

/** OFAC's `SDN_ENHANCED.XML` and `CONS_ENHANCED.XML`. */
export const parseOfacEnhancedXml = (file: SourceFile): ParsedList => {
  const facts: ParsedList['facts'] = { sourceDate: null }
  const references = new Map<string, string>()
  const records = new Set(['publicationInfo', 'referenceValue', 'entity'])
  const entries = xmlEntries(file, { root: 'sanctionsData', records }, (record) => {
    if (record.name === 'entity') return entryOf(record, references)
    if (record.name === 'referenceValue')
      references.set(record.attributes.refId ?? '', textOf(record, 'value'))
    else facts.sourceDate = readDay(textOf(record, 'dataAsOf').slice(0, 10))
    return null
  })
  return { entries, facts }
}

/** The text of the element, or the value that its reference names. */
const writtenValue = (element: XmlElement | undefined, references: References): string =>
  element?.text.trim() || references.get(element?.attributes.refId ?? '') || ''

const entryOf = (record: XmlElement, references: References): ListEntry => {
  const type = writtenValue(childOf(childOf(record, 'generalInfo'), 'entityType'), references)
  const entry = emptyEntry(record.attributes.id ?? '', kinds[type.toLowerCase()] ?? 'unknown')
  for (const name of itemsOf(record, 'names', 'name')) addNames(entry, name)
  for (const address of itemsOf(record, 'addresses', 'address')) addTranslations(entry, address, references)
  for (const feature of itemsOf(record, 'features', 'feature')) addFeature(entry, feature, references)
  for (const document of itemsOf(record, 'identityDocuments', 'identityDocument')) {
    if (textOf(document, 'isValid') === 'false' && /fraud|false/i.test(textOf(document, 'validity'))) continue
    addOfacNumber(
      entry,
      writtenValue(childOf(document, 'type'), references),
      textOf(document, 'documentNumber'),
      writtenValue(childOf(document, 'issuingCountry'), references),
    )
  }
  entry.sanction = {
    programs: itemsOf(record, 'sanctionsPrograms', 'sanctionsProgram')
      .map((program) => cleanText(writtenValue(program, references)))
      .filter((program) => program !== ''),
    legalBasis:
      itemsOf(record, 'legalAuthorities', 'legalAuthority')
        .map((law) => writtenValue(law, references))
        .join('; ') || null,
    interpolUnSpecialNotice: null,
  }
  return finishEntry(entry)
}

const addNames = (entry: ListEntry, name: XmlElement): void => {
  const primary = textOf(name, 'isPrimary') === 'true'
  const weak = textOf(name, 'isLowQuality') === 'true'
  for (const translation of itemsOf(name, 'translations', 'translation')) {
    const parts = itemsOf(translation, 'nameParts', 'namePart').map((part) => textOf(part, 'value'))
    const written = textOf(translation, 'formattedFullName') || parts.join(' ')
    const first = primary && textOf(translation, 'isPrimary') !== 'false'
    addName(entry, written, first ? 'primary' : weak ? 'weak_alias' : 'alias')
  }
}

const addTranslations = (entry: ListEntry, address: XmlElement, references: References): void => {
  const country = writtenValue(childOf(address, 'country'), references)
  const translations = itemsOf(address, 'translations', 'translation')
  const main = translations.find((one) => textOf(one, 'isPrimary') === 'true') ?? translations[0]
  const parts = main ? itemsOf(main, 'addressParts', 'addressPart').map((part) => textOf(part, 'value')) : []
  addAddress(entry, [...parts, country], country)
}

const addFeature = (entry: ListEntry, feature: XmlElement, references: References): void => {
  const type = writtenValue(childOf(feature, 'type'), references)
  const value = textOf(feature, 'value') || references.get(textOf(feature, 'valueRefId')) || ''
  if (/^birthdate$/i.test(type)) addBirth(entry, value, childOf(feature, 'valueDate'))
  else if (/^gender$/i.test(type)) addGender(entry, value)
  else if (/^(?:nationality|citizenship)/i.test(type)) addNationality(entry, value)
  else addOfacNumber(entry, type, value)
}

/** The birth date from the text, or from the numeric range. */
const addBirth = (entry: ListEntry, value: string, date: XmlElement | undefined): void => {
  const read = readBirthDate(value)
  const from = readDay(textOf(date, 'fromDateBegin').slice(0, 10))
  const to = readDay((textOf(date, 'toDateEnd') || textOf(date, 'fromDateEnd')).slice(0, 10))
  const circa = read?.circa === true || textOf(date, 'isApproximate') === 'true'
  if (read) addBirthDate(entry, { ...read, circa })
  else if (from && to && from <= to) addBirthDate(entry, { from, to, circa })
  else if (from)
    addBirthDate(entry, { ...(dateSpan(Number(from.slice(0, 4)), null, null) ?? { from, to: from }), circa })
}
