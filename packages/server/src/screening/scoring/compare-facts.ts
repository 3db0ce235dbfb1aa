import type { EntryIdentifier } from '../../lists/index.ts'
import type { ComparedField, IndexedEntry, ScreenedSubject } from '../subject.ts'
import { compareBirthDates, type Evidence, MOST_DATE_AGREEMENT } from './compare-birth-dates.ts'

/** The facts of an entry beside its names. */
export type EntryFacts = Pick<IndexedEntry, 'birthDates' | 'genders' | 'nationalities' | 'identifiers'>

/** One fact, and what it says; null where a side is unknown and nothing was concluded. */
export type ComparedFact = Omit<ComparedField, 'score' | 'effect'> & { evidence: Evidence | null }

const SAME_NATIONALITY: Evidence = { score: 1, logit: 0.4 }
const OTHER_NATIONALITY: Evidence = { score: 0, logit: -0.7 }
/** What facts of an entry that was found by its name can add at most; a shared number finds it whatever the name. */
export const MOST_AGREEMENT = MOST_DATE_AGREEMENT + SAME_NATIONALITY.logit
/** Half of mankind: no evidence for anybody. */
const SAME_GENDER: Evidence = { score: 1, logit: 0 }
const OTHER_GENDER: Evidence = { score: 0, logit: -2.5 }
const SAME_IDENTIFIER: Evidence = { score: 1, logit: 4 }
/** The same few characters on documents that may be two: it speaks for a name, and for nobody without one. */
const SAME_SHORT_NUMBER: Evidence = { score: 0.5, logit: 2 }
/** People hold several documents: another number of the same kind says little. */
const OTHER_IDENTIFIER: Evidence = { score: 0, logit: -0.3 }
/** Shorter numbers are shared by chance; up to the second length, those of two kinds or two countries are. */
const MIN_IDENTIFIER_LENGTH = 5
const MIN_DISTINCTIVE_LENGTH = 8

/** Compares all facts of a subject with those of an entry. What is unknown on a side is no evidence. */
export function compareFacts(subject: ScreenedSubject, entry: EntryFacts): ComparedFact[] {
  const isPerson = subject.kind === 'individual'
  const facts = isPerson ? [birthDate(subject, entry), gender(subject, entry)] : []
  return [...facts, nationality(subject, entry), identifier(subject, entry)]
}

function birthDate(subject: ScreenedSubject, entry: EntryFacts): ComparedFact {
  const dates = entry.birthDates.map(({ from, to, circa }) => {
    const range = from === to ? from : `${from}/${to}`
    return circa ? `circa ${range}` : range
  })
  const evidence = subject.birthDate === null ? null : compareBirthDates(subject.birthDate, entry.birthDates)
  return { field: 'birth_date', subject: subject.birthDate, entry: listed(dates), evidence }
}

function gender(subject: ScreenedSubject, entry: EntryFacts): ComparedFact {
  const evidence =
    subject.gender === null || entry.genders.length === 0
      ? null
      : entry.genders.includes(subject.gender)
        ? SAME_GENDER
        : OTHER_GENDER
  return { field: 'gender', subject: subject.gender, entry: listed(entry.genders), evidence }
}

function nationality(subject: ScreenedSubject, entry: EntryFacts): ComparedFact {
  const isKnown = subject.nationalities.length > 0 && entry.nationalities.length > 0
  const isShared = subject.nationalities.some((country) => entry.nationalities.includes(country))
  return {
    field: 'nationality',
    subject: listed(subject.nationalities),
    entry: listed(entry.nationalities),
    evidence: isKnown ? (isShared ? SAME_NATIONALITY : OTHER_NATIONALITY) : null,
  }
}

type SubjectIdentifier = ScreenedSubject['identifiers'][number]

function identifier(subject: ScreenedSubject, entry: EntryFacts): ComparedFact {
  let evidence: Evidence | null = null
  let decisive: { ofSubject: SubjectIdentifier; ofEntry: EntryIdentifier } | null = null
  for (const ofSubject of subject.identifiers) {
    for (const ofEntry of entry.identifiers) {
      const found = compareIdentifier(ofSubject, ofEntry)
      if (found === null || (evidence !== null && found.logit <= evidence.logit)) continue
      evidence = found
      decisive = { ofSubject, ofEntry }
    }
  }
  return {
    field: 'identifier',
    subject: decisive?.ofSubject.value ?? listed(subject.identifiers.map(({ value }) => value)),
    entry: decisive?.ofEntry.value ?? listed(entry.identifiers.map(({ value }) => value)),
    evidence,
  }
}

function compareIdentifier(a: SubjectIdentifier, b: EntryIdentifier): Evidence | null {
  if (a.country !== null && b.country !== null && a.country !== b.country) return null
  const value = bare(a.value)
  const isSameKind = a.type === b.type && a.country !== null && b.country !== null
  if (value !== bare(b.value)) return isSameKind ? OTHER_IDENTIFIER : null
  if (value.length < MIN_IDENTIFIER_LENGTH) return null
  return isSameKind || value.length >= MIN_DISTINCTIVE_LENGTH ? SAME_IDENTIFIER : SAME_SHORT_NUMBER
}

/** What a number is found by; null when it is too short to prove anything. */
export function identifierKey(value: string): string | null {
  const key = bare(value)
  return key.length >= MIN_IDENTIFIER_LENGTH ? key : null
}

function bare(value: string): string {
  return value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function listed(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(', ')
}
