import type { ListEntry } from '../entry.ts'
import { addBirthDate, addGender, addIdentifier, addName, addNationality, cleanText } from './build-entry.ts'
import { identifierType } from './identifier-type.ts'

// The text after an American label, if it is a number of a document, a company or a tax file.
const numbered =
  /^(?:alt\. )?(.*?(?:\bNo\.?|\bNumber|#|\bID|\bCard|\bCode|\bDocument|\bIdentification|\bPassport|\bIMO|\bMMSI|\bSWIFT\/BIC|\bLEI|\bISIN|C\.U\.R\.P\.|R\.F\.C\.|C\.U\.I\.T\.|D\.N\.I\.|N\.I\.E\.|C\.I\.F\.|RTN|Digital Currency Address - [A-Z0-9]+))\s+(.+)$/

// Numbers of events, objects and laws.
const noIdentifier =
  /^(?:additional sanctions|secondary sanctions|transactions prohibited|executive order|caatsa|website|email|e-mail|phone|telephone|fax|linked to|target type|issuer name|effective date|equity ticker|organization established|organization type|listing date|purchase\/sales|aircraft (?:model|manufacture|operator|mode)|vessel (?:type|flag|year|owner|call|gross|tonnage|other)|former vessel|gender|pob\b|nationality|citizen|ifca|peesa|chafta|government gazette|all offices|dob\b|title)/i

const isNoIdentifier = (label: string, value: string): boolean =>
  noIdentifier.test(label) || !/\d/.test(value) || /:$/.test(label)

/**
 * Adds a number with its label, from the CSV's remarks or the XML's `idList`. A number that is not an identifier is
 * ignored.
 */
export const addOfacNumber = (entry: ListEntry, label: string, value: string, country?: string): void => {
  const name = cleanText(label).replace(/\s*-$/, '')
  if (!isNoIdentifier(name, value)) addIdentifier(entry, identifierType(name), value, country)
}

const addNumbered = (entry: ListEntry, remark: string): void => {
  if (noIdentifier.test(remark.replace(/^alt\. /, ''))) return
  const [, label, rest] = numbered.exec(remark) ?? []
  if (!label || !rest) return
  const value = rest
    .replace(/\s+(?:issued|expires|expired|valid)\b.*$/i, '')
    .replace(/^(?:IMO|No\.?|Number|#)\s+/, '')
  const [, number, country] = /^(.*?)\s*\(([^()]+)\)\s*(?:\(.*\))?$/.exec(value) ?? []
  const imo = /^IMO\s/i.test(rest) ? `${label} IMO` : label
  addOfacNumber(entry, imo, (number ?? value).trim(), country)
}

/** `a.k.a. 'BNC'`: OFAC calls the aliases in the remarks weak. */
const quotedName = /^(?:a\.k\.a\.|f\.k\.a\.|n\.k\.a\.|alt\. a\.k\.a\.)\s+['"‘“](.+?)['"’”]?$/

const readers: readonly (readonly [form: RegExp, read: (entry: ListEntry, text: string) => void])[] = [
  [/^(?:alt\. )?DOB\s+(.+)$/, addBirthDate],
  [/^(?:alt\. )?(?:nationality|citizen)\s+(.+)$/i, addNationality],
  [/^Gender:?\s+(.+)$/i, addGender],
  [quotedName, (entry, text) => addName(entry, text, 'weak_alias')],
]

/** Adds the facts of the last column of OFAC's CSV, separated by `; `. */
export const addRemarks = (entry: ListEntry, remarks: string): void => {
  const text = cleanText(remarks).replace(/^\((.*)\)$/, '$1')
  for (const part of text.split(/;\s+/)) {
    const remark = part.trim().replace(/\.$/, '')
    const reader = readers.find(([form]) => form.test(remark))
    if (reader) reader[1](entry, reader[0].exec(remark)?.[1] ?? '')
    else addNumbered(entry, remark)
  }
}
