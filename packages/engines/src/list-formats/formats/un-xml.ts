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
import { countryCode } from '../parts/country-code.ts'
import { identifierType } from '../parts/identifier-type.ts'
import type { ParsedEntry, ParsedList, SourceFile } from './format.ts'
import { childOf, childrenOf, readXml, textOf, writtenIn, type XmlElement } from './read-xml.ts'

// The resolutions behind the regimes of `UN_LIST_TYPE`.
const resolutions: Readonly<Record<string, string>> = {
  'Al-Qaida': '1267 (1999), 1989 (2011) and 2253 (2015)',
  CAR: '2127 (2013)',
  DPRK: '1718 (2006)',
  DRC: '1533 (2004)',
  GB: '2048 (2012)',
  Haiti: '2653 (2022)',
  Iran: '2231 (2015)',
  Iraq: '1518 (2003)',
  Libya: '1970 (2011)',
  Mali: '2374 (2017)',
  Somalia: '751 (1992)',
  SouthSudan: '2206 (2015)',
  Sudan: '1591 (2005)',
  Taliban: '1988 (2011)',
  Yemen: '2140 (2014)',
}

/** A time and a zone can follow the day. */
const day = (text: string): string | null => readDay(/^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0])

/** The UN Security Council consolidated list (`consolidated.xml`). */
export const parseUnXml = (file: SourceFile): ParsedList => {
  const facts: ParsedList['facts'] = { sourceDate: null }
  const entries = async function* (): AsyncGenerator<ParsedEntry> {
    const form = { root: 'CONSOLIDATED_LIST', records: new Set(['INDIVIDUAL', 'ENTITY']) }
    const onRoot = (root: Readonly<Record<string, string>>) => {
      facts.sourceDate = day(root.dateGenerated ?? '')
    }
    for await (const record of readXml(file, { ...form, onRoot })) {
      // VERSIONNUM does not change with an entry, so the whole content is hashed.
      yield { entry: entryOf(record), basis: writtenIn(record) }
    }
  }
  return { entries: entries(), facts }
}

const entryOf = (record: XmlElement): ListEntry => {
  const individual = record.name === 'INDIVIDUAL'
  const prefix = individual ? 'INDIVIDUAL' : 'ENTITY'
  const entry = emptyEntry(
    cleanText(textOf(record, 'REFERENCE_NUMBER')),
    individual ? 'individual' : 'business',
  )
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
  addName(entry, parts.map((part) => cleanText(textOf(record, part))).join(' '), 'primary')
  addName(entry, textOf(record, 'NAME_ORIGINAL_SCRIPT'), 'alias')
  for (const alias of childrenOf(record, `${prefix}_ALIAS`)) addAlias(entry, alias)
  for (const date of childrenOf(record, 'INDIVIDUAL_DATE_OF_BIRTH')) addBirth(entry, date)
  const comments = cleanText(textOf(record, 'COMMENTS1'))
  addGender(entry, textOf(record, 'GENDER') || /\bGender:\s*((?:fe)?male)\b/i.exec(comments)?.[1])
  for (const name of ['NATIONALITY', 'NATIONALITY2'])
    for (const nationality of childrenOf(record, name))
      for (const { text } of childrenOf(nationality, 'VALUE')) addNationality(entry, cleanText(text))
  for (const address of childrenOf(record, `${prefix}_ADDRESS`)) {
    const fields = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY']
    addAddress(
      entry,
      fields.map((field) => textOf(address, field)),
      cleanText(textOf(address, 'COUNTRY')),
    )
  }
  for (const document of childrenOf(record, 'INDIVIDUAL_DOCUMENT')) addDocument(entry, document)
  const regime = cleanText(textOf(record, 'UN_LIST_TYPE'))
  entry.listedOn = day(textOf(record, 'LISTED_ON'))
  entry.endedOn = day(textOf(record, 'DELISTED_ON'))
  entry.sanction = {
    programs: regime === '' ? [] : [regime],
    legalBasis: resolutions[regime] ? `UN Security Council resolution ${resolutions[regime]}` : null,
    interpolUnSpecialNotice: /Special Notice web link:\s*(https?:\/\/\S+)/i.exec(comments)?.[1] ?? null,
  }
  return finishEntry(entry)
}

const addAlias = (entry: ListEntry, alias: XmlElement): void => {
  const weak = /^low$/i.test(textOf(alias, 'QUALITY'))
  // Some elements contain several spellings.
  for (const name of textOf(alias, 'ALIAS_NAME').split(/;/))
    addName(entry, name, weak ? 'weak_alias' : 'alias')
  addBirthDate(entry, cleanText(textOf(alias, 'DATE_OF_BIRTH')))
}

const addBirth = (entry: ListEntry, date: XmlElement): void => {
  const circa = /^approx/i.test(textOf(date, 'TYPE_OF_DATE'))
  const from = textOf(date, 'FROM_YEAR')
  const to = textOf(date, 'TO_YEAR')
  const written = textOf(date, 'DATE') || textOf(date, 'YEAR')
  const read = from && to ? yearsOf(from, to) : readBirthDate(written || cleanText(textOf(date, 'NOTE')))
  if (read) addBirthDate(entry, { ...read, circa: circa || read.circa })
}

const yearsOf = (from: string, to: string) => {
  const first = dateSpan(Number(from), null, null)
  const last = dateSpan(Number(to), null, null)
  return first && last && first.from <= last.to ? { from: first.from, to: last.to, circa: false } : null
}

const addDocument = (entry: ListEntry, document: XmlElement): void => {
  const country = ['ISSUING_COUNTRY', 'COUNTRY_OF_ISSUE'].map((name) => cleanText(textOf(document, name)))
  const type =
    cleanText(textOf(document, 'TYPE_OF_DOCUMENT')) || cleanText(textOf(document, 'TYPE_OF_DOCUMENT2'))
  const { number, issuer } = readNumber(cleanText(childOf(document, 'NUMBER')?.text))
  addIdentifier(
    entry,
    identifierType(type || 'document'),
    number,
    country.find((name) => name !== '') ?? issuer,
  )
}

/** `Central African Republic number O00065772, issued 2014`: sometimes the country comes before the number. */
const readNumber = (written: string): { number: string; issuer: string | undefined } => {
  const value = written.replace(/,\s*(?:issued|expire[sd]|valid)\b.*$/i, '')
  const [, issuer, number] = /^(.+?)\s+(?:(?:passport\s+)?(?:number|no\.?)\s+)?(\S*\d\S*)$/i.exec(value) ?? []
  return issuer && number && countryCode(issuer) ? { number, issuer } : { number: value, issuer: undefined }
}
