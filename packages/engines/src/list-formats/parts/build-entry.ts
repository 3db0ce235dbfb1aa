import { Refusal } from '@nani/foundation/core/index.ts'
import type { BirthDate, EntryIdentifier, EntryKind, EntryName, ListEntry } from '../entry.ts'
import { readBirthDate } from './birth-date.ts'
import { countryCode } from './country-code.ts'
import { scriptOf } from './script-of.ts'

/** No entry of a known list is larger. A larger one refuses the file. No part is dropped silently. */
const maxNames = 5_000
const maxTextLength = 4_000
const maxFacts = 5_000

// How sources write an empty value.
const nothing = /^(?:-0-|n\/?a|none|null|unknown|not available|-+|\.+|\?+)$/i

/** Text as stored: composed Unicode, one space between words, no character that a database refuses. */
export const cleanText = (text: string | null | undefined): string => {
  if (!text) return ''
  const clean = text.replaceAll('\u0000', '').toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim()
  return nothing.test(clean) ? '' : clean
}

/** An entry without any facts. */
export const emptyEntry = (reference: string, kind: EntryKind): ListEntry => ({
  reference,
  kind,
  names: [],
  birthDates: [],
  genders: [],
  nationalities: [],
  addresses: [],
  identifiers: [],
  listedOn: null,
  endedOn: null,
  sanction: null,
  pep: null,
  media: [],
})

const strength = { primary: 2, alias: 1, weak_alias: 0 } as const

/** Adds a name once, with the strongest kind of all its occurrences. */
export const addName = (
  entry: ListEntry,
  written: string | null | undefined,
  kind: EntryName['kind'],
): void => {
  // `Akhter Mohmad (اختر محمد)` is one name in two scripts. It is compared as two names.
  const name = cleanText(written)
  const [, outside, inside] = /^([^()]+)\(([^()]+)\)[\s,]*$/.exec(name) ?? []
  if (outside && inside && !sameScript(outside, inside)) {
    addOneName(entry, cleanText(outside), kind)
    addOneName(entry, cleanText(inside), kind === 'primary' ? 'alias' : kind)
  } else addOneName(entry, name, kind)
}

const sameScript = (one: string, other: string): boolean => {
  const scripts = [scriptOf(one), scriptOf(other)]
  return scripts.includes('Zyyy') || scripts[0] === scripts[1]
}

const addOneName = (entry: ListEntry, name: string, kind: EntryName['kind']): void => {
  if (name === '' || !/[\p{L}\p{N}]/u.test(name)) return
  const before = entry.names.find((other) => other.name === name)
  if (before) {
    if (strength[kind] > strength[before.kind]) before.kind = kind
    return
  }
  entry.names.push({ name, kind, script: scriptOf(name) })
}

export const addNationality = (entry: ListEntry, written: string | null | undefined): void => {
  const code = countryCode(written)
  if (code && !entry.nationalities.includes(code)) entry.nationalities.push(code)
}

export const addGender = (entry: ListEntry, written: string | null | undefined): void => {
  const letter = cleanText(written).charAt(0).toLowerCase()
  const gender = letter === 'm' ? 'male' : letter === 'f' ? 'female' : null
  if (gender && !entry.genders.includes(gender)) entry.genders.push(gender)
}

export const addBirthDate = (entry: ListEntry, date: BirthDate | string | null | undefined): void => {
  const read = typeof date === 'string' ? readBirthDate(date) : date
  if (!read) return
  if (
    entry.birthDates.some(
      ({ from, to, circa }) => from === read.from && to === read.to && circa === read.circa,
    )
  )
    return
  entry.birthDates.push(read)
}

export const addAddress = (
  entry: ListEntry,
  parts: readonly (string | null | undefined)[],
  country?: string,
): void => {
  const text = [...new Set(parts.map(cleanText).filter((part) => part !== ''))].join(', ')
  const code = countryCode(country)
  if (text === '' && !code) return
  if (entry.addresses.some((other) => other.text === text && other.country === code)) return
  entry.addresses.push({ text, country: code })
}

export const addIdentifier = (
  entry: ListEntry,
  type: string,
  written: string | null | undefined,
  country: string | null | undefined,
): void => {
  const value = cleanText(written)
  if (value === '') return
  const identifier: EntryIdentifier = { type, value, country: countryCode(country) }
  const same = (other: EntryIdentifier) => other.value === value && other.type === type
  const before = entry.identifiers.find(same)
  if (!before) entry.identifiers.push(identifier)
  else before.country ??= identifier.country
}

/** The entry with its primary name first. Throws a `Refusal` without a reference or name, or beyond the limits. */
export const finishEntry = (entry: ListEntry): ListEntry => {
  const [first] = entry.names
  if (entry.reference === '')
    throw new Refusal('list_unreadable', `An entry has no reference (${first?.name}).`)
  if (!first) throw new Refusal('list_unreadable', `The entry ${entry.reference} has no name.`)
  if (!entry.names.some(({ kind }) => kind === 'primary')) {
    const strongest = entry.names.find(({ kind }) => kind === 'alias') ?? first
    strongest.kind = 'primary'
  }
  entry.names.sort((one, other) => Number(other.kind === 'primary') - Number(one.kind === 'primary'))
  checkBounds(entry)
  return entry
}

const checkBounds = (entry: ListEntry): void => {
  const { reference, names, identifiers, addresses, media, birthDates } = entry
  if (names.length > maxNames) throw tooLarge(reference, `${names.length} names`)
  for (const facts of [identifiers, addresses, media, birthDates, entry.pep?.positions ?? []])
    if (facts.length > maxFacts) throw tooLarge(reference, `${facts.length} facts of one kind`)
  const texts = [reference, ...names.map(({ name }) => name), ...identifiers.map(({ value }) => value)]
  const longest = texts.find((text) => text.length > maxTextLength)
  if (longest) throw tooLarge(reference, `a text of ${longest.length} characters`)
}

const tooLarge = (reference: string, what: string) =>
  new Refusal('list_too_large', `The entry ${reference.slice(0, 80)} has ${what}.`)
