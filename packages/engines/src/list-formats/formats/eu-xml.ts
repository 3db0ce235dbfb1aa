import type { ListEntry } from '../entry.ts'
import { dateSpan, readBirthDate, readDay } from '../parts/birth-date.ts'
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
import { identifierType } from '../parts/identifier-type.ts'
import type { ParsedEntry, ParsedList, SourceFile } from './format.ts'
import { childOf, childrenOf, readXml, writtenIn, type XmlElement } from './read-xml.ts'

/** The EU's consolidated list of financial sanctions, XML 1.1. */
export const parseEuXml = (file: SourceFile): ParsedList => {
  const facts: ParsedList['facts'] = { sourceDate: null }
  const entries = async function* (): AsyncGenerator<ParsedEntry> {
    const onRoot = (root: Readonly<Record<string, string>>) => {
      facts.sourceDate = readDay((root.generationDate ?? '').slice(0, 10))
    }
    for await (const record of readXml(file, {
      root: 'export',
      records: new Set(['sanctionEntity']),
      onRoot,
    }))
      yield { entry: entryOf(record), basis: writtenIn(record) }
  }
  return { entries: entries(), facts }
}

// `00` is the EU's code of an unknown country.
const country = ({ attributes }: XmlElement): string =>
  attributes.countryIso2Code === '00'
    ? ''
    : (attributes.countryIso2Code ?? attributes.countryDescription ?? '')

const kindOf = (record: XmlElement): ListEntry['kind'] => {
  const { code = '', classificationCode = '' } = childOf(record, 'subjectType')?.attributes ?? {}
  if (code === 'person' || classificationCode === 'P') return 'individual'
  return code === 'enterprise' || classificationCode === 'E' ? 'business' : 'unknown'
}

/** The file repeats a fact for each official language of the Union. It is added once. */
const entryOf = (record: XmlElement): ListEntry => {
  const reference = record.attributes.euReferenceNumber || record.attributes.logicalId || ''
  const entry = emptyEntry(cleanText(reference), kindOf(record))
  for (const { attributes } of childrenOf(record, 'nameAlias')) {
    const parts = [attributes.firstName, attributes.middleName, attributes.lastName].map(cleanText)
    const strong = attributes.strong !== 'false'
    const kind = !strong ? 'weak_alias' : entry.names.length === 0 ? 'primary' : 'alias'
    addName(entry, cleanText(attributes.wholeName) || parts.join(' '), kind)
    addGender(entry, attributes.gender)
  }
  for (const element of childrenOf(record, 'citizenship')) addNationality(entry, country(element))
  for (const element of childrenOf(record, 'birthdate')) addBirth(entry, element)
  for (const element of childrenOf(record, 'address')) {
    const { poBox, street, place, city, zipCode, region, countryDescription } = element.attributes
    addAddress(
      entry,
      [poBox, street, place, city, zipCode, region, known(countryDescription)],
      country(element),
    )
  }
  for (const element of childrenOf(record, 'identification')) addIdentification(entry, element)
  entry.listedOn = readDay(record.attributes.designationDate)
  entry.endedOn = readDay(record.attributes.delistingDate)
  entry.sanction = sanctionOf(record)
  return finishEntry(entry)
}

const known = (description: string | undefined) => (description === 'UNKNOWN' ? '' : description)

const addBirth = (entry: ListEntry, { attributes }: XmlElement): void => {
  const { birthdate, year, monthOfYear, dayOfMonth, yearRangeFrom, yearRangeTo } = attributes
  const circa = attributes.circa === 'true'
  // Dates of another calendar cannot be used.
  if (attributes.calendarType && attributes.calendarType !== 'GREGORIAN' && !birthdate) return
  const number = (text: string | undefined) => (Number(text) > 0 ? Number(text) : null)
  const from = dateSpan(Number(yearRangeFrom), null, null)
  const to = dateSpan(Number(yearRangeTo), null, null)
  const single = dateSpan(Number(year), number(monthOfYear), number(monthOfYear) && number(dayOfMonth))
  if (birthdate) addBirthDate(entry, withCirca(readBirthDate(birthdate), circa))
  else if (single) addBirthDate(entry, { ...single, circa })
  else if (from && to && from.from <= to.to) addBirthDate(entry, { from: from.from, to: to.to, circa })
}

const withCirca = (date: ReturnType<typeof readBirthDate>, circa: boolean) =>
  date && { ...date, circa: circa || date.circa }

const addIdentification = (entry: ListEntry, element: XmlElement): void => {
  const { number, latinNumber, identificationTypeCode, identificationTypeDescription, knownFalse } =
    element.attributes
  // A number that the EU marks as forged is no evidence for the person.
  if (knownFalse === 'true') return
  const type = identifierType(identificationTypeDescription || identificationTypeCode || 'document')
  addIdentifier(entry, type, number || latinNumber, country(element))
}

const sanctionOf = (record: XmlElement): ListEntry['sanction'] => {
  const regulations = childrenOf(record, 'regulation').map(({ attributes }) => attributes)
  const latest = regulations.toSorted((one, other) =>
    (other.publicationDate ?? '').localeCompare(one.publicationDate ?? ''),
  )[0]
  return {
    programs: [...new Set(regulations.map(({ programme }) => cleanText(programme)))].filter(
      (text) => text !== '',
    ),
    legalBasis: cleanText(latest?.numberTitle) || null,
    interpolUnSpecialNotice: null,
  }
}
