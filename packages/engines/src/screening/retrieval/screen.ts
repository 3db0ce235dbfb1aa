import { identifierKey } from '../scoring/compare-facts.ts'
import {
  type PreparedEntry,
  type PreparedName,
  prepareEntry,
  prepareSubject,
  scoreEntry,
} from '../scoring/index.ts'
import type { SearchOptions, SubjectMatch } from '../screener.ts'
import type { EntryMatch, IndexedEntry, ScreenedSubject } from '../subject.ts'
import { type Candidate, CandidateFinder } from './candidates.ts'
import type { IndexPart } from './index-part.ts'
import { entryAt, namedEntryAt, subjectAt } from './indexed-record.ts'
import { PrefilterRule } from './prefilter-rule.ts'

const defaultLimit = 100

/**
 * Searches the parts of an index: a subject among entries, or an entry among monitored subjects. One for each thread.
 */
export class Screen {
  #parts: readonly IndexPart[] = []
  #finders = new Map<number, CandidateFinder>()
  #rule = new PrefilterRule(1)

  /** Replaces the parts that are searched. */
  show(parts: readonly IndexPart[]): void {
    this.#parts = parts
    const kept = new Set(parts.map((part) => part.segmentId))
    for (const id of this.#finders.keys()) if (!kept.has(id)) this.#finders.delete(id)
  }

  entriesOf(subject: ScreenedSubject, options: SearchOptions): EntryMatch[] {
    const prepared = prepareSubject(subject)
    const names = queryNames(prepared.names)
    const numbers = numbersOf(subject.identifiers)
    const rule = this.#ruleFor(options.threshold)
    const lists = options.lists === undefined ? null : new Set(options.lists)
    const found: FoundMatch[] = []
    for (const part of this.#parts) {
      if (part.audience === 'sandbox' && options.audience !== 'sandbox') continue
      const isWanted = (record: number) => lists === null || lists.has(part.segment.recordLists[record]!)
      for (const candidate of this.#finder(part)
        .find(part, { names, identifiers: numbers }, rule, isWanted)
        .values()) {
        const entry = foundEntry(part, candidate, subject)
        if (entry === null) continue
        const score = scoreEntry(prepared, entry, options.threshold)
        const list = part.segment.recordLists[candidate.record]!
        if (score !== null) found.push({ list, match: { entryId: entry.entryId, ...score } })
      }
    }
    return bestOfEachList(found, options.limit ?? defaultLimit)
  }

  subjectsOf(entry: IndexedEntry, threshold: number): SubjectMatch[] {
    const prepared = prepareEntry(entry)
    const names = queryNames(prepared.names)
    const rule = this.#ruleFor(threshold)
    const numbers = numbersOf(entry.identifiers)
    const matches: SubjectMatch[] = []
    for (const part of this.#parts) {
      for (const candidate of this.#finder(part)
        .find(part, { names, identifiers: numbers }, rule, () => true)
        .values()) {
        const subject = subjectAt(part.segment, candidate.record)
        const isNamed = candidate.queries.size > 0
        if (!isNamed && !sharesNumber(subject, entry)) continue
        const score = scoreEntry(
          prepareSubject(subject),
          isNamed ? withReadings(prepared, candidate.queries) : prepared,
          threshold,
        )
        if (score === null) continue
        matches.push({
          subject: part.segment.recordIds[candidate.record]!,
          match: { entryId: entry.entryId, ...score },
        })
      }
    }
    return matches
  }

  #ruleFor(threshold: number): PrefilterRule {
    if (this.#rule.threshold !== threshold) this.#rule = new PrefilterRule(threshold)
    return this.#rule
  }

  #finder(part: IndexPart): CandidateFinder {
    let finder = this.#finders.get(part.segmentId)
    if (finder === undefined) {
      finder = new CandidateFinder(part)
      this.#finders.set(part.segmentId, finder)
    }
    return finder
  }
}

const queryNames = (names: readonly { prepared: PreparedName }[]): PreparedName[] =>
  names.map(({ prepared }) => prepared)

const numbersOf = (identifiers: readonly { value: string }[]): string[] =>
  identifiers.map(({ value }) => identifierKey(value)).filter((key) => key !== null)

/**
 * The entry of a candidate with the readings that passed. One that was found only by a number has all of them, or it is
 * null if it has another number.
 */
const foundEntry = (
  part: IndexPart,
  candidate: Candidate,
  subject: ScreenedSubject,
): PreparedEntry | null => {
  const { record, names } = candidate
  if (names.size > 0) {
    const { entry, readings } = namedEntryAt(part.segment, record, names)
    return withReadings(prepareEntry(entry), readings)
  }
  const entry = entryAt(part.segment, record)
  return sharesNumber(subject, entry) ? prepareEntry(entry) : null
}

/** The entry with only these readings of its names. Others cannot reach the threshold. */
const withReadings = (entry: PreparedEntry, readings: ReadonlySet<number>): PreparedEntry => ({
  ...entry,
  names: entry.names.filter((_, at) => readings.has(at)),
})

/** The table of numbers finds records by hash, so a different number can have the same hash. */
const sharesNumber = (subject: ScreenedSubject, entry: IndexedEntry): boolean => {
  const numbers = new Set(numbersOf(entry.identifiers))
  return numbersOf(subject.identifiers).some((number) => numbers.has(number))
}

type FoundMatch = { list: number; match: EntryMatch }

const bestOfEachList = (found: FoundMatch[], limit: number): EntryMatch[] => {
  const given = new Map<number, number>()
  const isGiven = ({ list }: FoundMatch): boolean => {
    const place = given.get(list) ?? 0
    given.set(list, place + 1)
    return place < limit
  }
  return found
    .sort((a, b) => byScore(a.match, b.match))
    .filter(isGiven)
    .map(({ match }) => match)
}

const byScore = (a: EntryMatch, b: EntryMatch): number => b.matchScore - a.matchScore || a.entryId - b.entryId
