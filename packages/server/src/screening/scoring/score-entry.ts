import type { EntryKind } from '../../lists/index.ts'
import type { ComparedField, IndexedEntry, ScreenedSubject } from '../subject.ts'
import { type ComparedFact, compareFacts, type EntryFacts, MOST_AGREEMENT } from './compare-facts.ts'
import { type PreparedName, prepareName } from './prepare-name.ts'
import { scoreNames, type WeightOf } from './score-names.ts'

/** A subject that was read once and can be compared with many entries. */
export type PreparedSubject = { subject: ScreenedSubject; names: readonly PreparedSubjectName[] }
export type PreparedSubjectName = { raw: string; prepared: PreparedName }

/** An entry that was read once. `names` may be fewer than the entry has: those that are worth comparing. */
export type PreparedEntry = {
  entryId: number
  kind: EntryKind
  names: readonly PreparedEntryName[]
  facts: EntryFacts
}
export type PreparedEntryName = {
  raw: string
  kind: IndexedEntry['names'][number]['kind']
  prepared: PreparedName
}

export type EntryScore = { matchScore: number; matchedName: string; explanation: ComparedField[] }

/** A weak alias alone stays under 0.80 (issue 4 § Matching): what it gives before the facts, and with no date or number. */
const WEAK_ALIAS_SCORE = 0.75
const UNCONFIRMED_SCORE = 0.79
/** No name is proof: what an equal one gives before the facts. */
const MAX_NAME_SCORE = 0.99
/** Facts that agree raise nothing that is named otherwise; from here to 1 they do so more and more. */
const RAISES_FROM = 0.5
const SAME_NUMBER_SCORE = 0.9

/** Reads the names of a subject. */
export function prepareSubject(subject: ScreenedSubject): PreparedSubject {
  return { subject, names: subject.names.map((raw) => ({ raw, prepared: prepareName(raw, subject.kind) })) }
}

/** Reads the names of an entry. */
export function prepareEntry(entry: IndexedEntry): PreparedEntry {
  const names = entry.names.map(({ name, kind }) => ({
    raw: name,
    kind,
    prepared: prepareName(name, entry.kind),
  }))
  return { entryId: entry.entryId, kind: entry.kind, names, facts: entry }
}

/** Whether an entry of this kind can be this subject: a person is no company, and no ship. */
export function canBe(subject: ScreenedSubject['kind'], entry: EntryKind): boolean {
  if (entry === 'unknown' || entry === subject) return true
  return subject === 'business' && entry === 'other'
}

/**
 * How far a subject can be an entry, 0 to 1, by the names that agree best and by the facts: null below `threshold`.
 * The effects of the facts, added to the score of the name, make the match score.
 */
export function scoreEntry(
  subject: PreparedSubject,
  entry: PreparedEntry,
  threshold = 0,
  weightOf?: WeightOf,
): EntryScore | null {
  if (!canBe(subject.subject.kind, entry.kind)) return null
  const best = bestName(subject, entry, weightOf)
  if (best === null) return null
  const facts = compareFacts(subject.subject, entry.facts)
  const effects = effectsOf(facts, best)
  const matchScore = rounded(effects.reduce((score, effect) => score + effect, best.score))
  if (matchScore < threshold) return null
  return { matchScore, matchedName: best.entry.raw, explanation: explain(best, facts, effects) }
}

type BestName = { score: number; subject: PreparedSubjectName; entry: PreparedEntryName }

function bestName(subject: PreparedSubject, entry: PreparedEntry, weightOf?: WeightOf): BestName | null {
  let best: BestName | null = null
  for (const ofEntry of entry.names) {
    const highest = ofEntry.kind === 'weak_alias' ? WEAK_ALIAS_SCORE : MAX_NAME_SCORE
    if (best !== null && best.score >= highest) continue
    for (const ofSubject of subject.names) {
      const { score } = scoreNames(ofSubject.prepared, ofEntry.prepared, weightOf)
      const capped = ofEntry.kind === 'weak_alias' ? score * highest : Math.min(score, highest)
      if (best === null || capped > best.score)
        best = { score: rounded(capped), subject: ofSubject, entry: ofEntry }
    }
  }
  return best
}

/** What each fact adds or takes, one after another. */
function effectsOf(facts: readonly ComparedFact[], name: BestName): number[] {
  const isConfirmed = facts.some(
    ({ field, evidence }) =>
      (field === 'birth_date' || field === 'identifier') && evidence !== null && evidence.logit > 0,
  )
  const highest = name.entry.kind === 'weak_alias' && !isConfirmed ? UNCONFIRMED_SCORE : 1
  const trust = trustIn(name.score)
  let score = name.score
  return facts.map(({ field, evidence }) => {
    if (evidence === null) return 0
    const before = score
    score = Math.min(highest, moved(score, evidence.logit > 0 ? evidence.logit * trust : evidence.logit))
    // The same document is the same person, whatever the name.
    if (field === 'identifier' && evidence.score === 1) score = Math.max(score, SAME_NUMBER_SCORE)
    return rounded(score - before)
  })
}

function trustIn(nameScore: number): number {
  return Math.max(0, (nameScore - RAISES_FROM) / (1 - RAISES_FROM))
}

/** The lowest score of names that facts, agreeing as much as they can, raise to the threshold. */
export function leastNameScore(threshold: number): number {
  let [low, high] = [0, threshold]
  while (high - low > 0.0001) {
    const middle = (low + high) / 2
    if (moved(middle, MOST_AGREEMENT * trustIn(middle)) < threshold) low = middle
    else high = middle
  }
  return low
}

function moved(score: number, logit: number): number {
  if (logit === 0 || score <= 0) return score
  return 1 / (1 + ((1 - score) / score) * Math.exp(-logit))
}

function explain(
  best: BestName,
  facts: readonly ComparedFact[],
  effects: readonly number[],
): ComparedField[] {
  const name: ComparedField = {
    field: 'name',
    subject: best.subject.raw,
    entry: best.entry.raw,
    score: best.score,
    effect: 0,
  }
  const compared = facts.map(({ evidence, ...fact }, index) => ({
    ...fact,
    score: evidence === null ? null : evidence.score,
    effect: effects[index]!,
  }))
  return [name, ...compared]
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000
}
