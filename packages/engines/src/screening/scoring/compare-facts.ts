import type { EntryIdentifier } from '../../list-formats/index.ts'
import type { ComparedField, IndexedEntry, ScreenedSubject } from '../subject.ts'
import { compareBirthDates, type Evidence, maxDateAgreement } from './compare-birth-dates.ts'

/** The facts of an entry, without its names. */
export type EntryFacts = Pick<IndexedEntry, 'birthDates' | 'genders' | 'nationalities' | 'identifiers'>

/** One fact and its evidence. Null if a side is unknown and no conclusion was drawn. */
export type ComparedFact = Omit<ComparedField, 'score' | 'effect'> & { evidence: Evidence | null }

const sameNationality: Evidence = { score: 1, logit: 0.4 }
const otherNationality: Evidence = { score: 0, logit: -0.7 }
/** Maximum that facts can add to an entry found by its name. A shared number finds an entry whatever the name. */
export const maxAgreement = maxDateAgreement + sameNationality.logit
/** The gender is shared by half of all people, so it is no evidence. */
const sameGender: Evidence = { score: 1, logit: 0 }
const otherGender: Evidence = { score: 0, logit: -2.5 }
const sameIdentifier: Evidence = { score: 1, logit: 4 }
/** A short number that two documents can share. It supports a matching name, but identifies no one without one. */
const sameShortNumber: Evidence = { score: 0.5, logit: 2 }
/** People have several documents, so a different number of the same kind is weak evidence. */
const otherIdentifier: Evidence = { score: 0, logit: -0.3 }
/**
 * Shorter numbers match by chance. Up to the second length, numbers of two kinds or two countries also match by
 * chance.
 */
const minIdentifierLength = 5
const minDistinctiveLength = 8

/** Compares all facts of a subject with those of an entry. An unknown fact is no evidence. */
export const compareFacts = (subject: ScreenedSubject, entry: EntryFacts): ComparedFact[] => {
  const isPerson = subject.kind === 'individual'
  const facts = isPerson ? [birthDate(subject, entry), gender(subject, entry)] : []
  return [...facts, nationality(subject, entry), identifier(subject, entry)]
}

const birthDate = (subject: ScreenedSubject, entry: EntryFacts): ComparedFact => {
  const dates = entry.birthDates.map(({ from, to, circa }) => {
    const range = from === to ? from : `${from}/${to}`
    return circa ? `circa ${range}` : range
  })
  const evidence = subject.birthDate === null ? null : compareBirthDates(subject.birthDate, entry.birthDates)
  return { field: 'birth_date', subject: subject.birthDate, entry: listed(dates), evidence }
}

const gender = (subject: ScreenedSubject, entry: EntryFacts): ComparedFact => {
  const evidence =
    subject.gender === null || entry.genders.length === 0
      ? null
      : entry.genders.includes(subject.gender)
        ? sameGender
        : otherGender
  return { field: 'gender', subject: subject.gender, entry: listed(entry.genders), evidence }
}

const nationality = (subject: ScreenedSubject, entry: EntryFacts): ComparedFact => {
  const isKnown = subject.nationalities.length > 0 && entry.nationalities.length > 0
  const isShared = subject.nationalities.some((country) => entry.nationalities.includes(country))
  return {
    field: 'nationality',
    subject: listed(subject.nationalities),
    entry: listed(entry.nationalities),
    evidence: isKnown ? (isShared ? sameNationality : otherNationality) : null,
  }
}

type SubjectIdentifier = ScreenedSubject['identifiers'][number]

const identifier = (subject: ScreenedSubject, entry: EntryFacts): ComparedFact => {
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

const compareIdentifier = (a: SubjectIdentifier, b: EntryIdentifier): Evidence | null => {
  if (a.country !== null && b.country !== null && a.country !== b.country) return null
  const value = bare(a.value)
  const isSameKind = a.type === b.type && a.country !== null && b.country !== null
  if (value !== bare(b.value)) return isSameKind ? otherIdentifier : null
  if (value.length < minIdentifierLength) return null
  return isSameKind || value.length >= minDistinctiveLength ? sameIdentifier : sameShortNumber
}

/** The key that finds a number. Null if the number is too short to be evidence. */
export const identifierKey = (value: string): string | null => {
  const key = bare(value)
  return key.length >= minIdentifierLength ? key : null
}

const bare = (value: string): string => value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

const listed = (values: readonly string[]): string | null => (values.length === 0 ? null : values.join(', '))
