import type { EntryKind } from '../../list-formats/index.ts'
import type { ComparedField, IndexedEntry, ScreenedSubject } from '../subject.ts'
import { type ComparedFact, compareFacts, type EntryFacts, maxAgreement } from './compare-facts.ts'
import { readingsOf } from './name-readings.ts'
import type { PreparedName } from './prepare-name.ts'
import { scoreNames, type WeightOf } from './score-names.ts'
import { isRareName } from './words/token.ts'

/** A subject that was read once and can be compared with many entries. */
export type PreparedSubject = { subject: ScreenedSubject; names: readonly PreparedSubjectName[] }
export type PreparedSubjectName = { raw: string; prepared: PreparedName }

/** An entry that was read once. `names` contains each reading of the names that can match. */
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

/** Maximum score of a weak alias before the facts. Without a date or number it stays below 0.80. */
const weakAliasScore = 0.75
const unconfirmedScore = 0.79
/** Maximum score of an equal name before the facts. A name is never proof. */
const maxNameScore = 0.99
/** Agreeing facts do not raise a lower name score. From here to 1 their effect increases. */
const raisesFrom = 0.5
const sameNumberScore = 0.9
/** An equal name whose facts contradict. It is a match at any threshold, because facts never silently clear it. */
const contradictedScore = 0.8
/** From this name score, two names have the same words in some spelling. */
const equalName = 0.95
const manyWords = 3

/** Reads the names of a subject, in all readings. */
export const prepareSubject = (subject: ScreenedSubject): PreparedSubject => {
  const names = subject.names.flatMap((raw) =>
    readingsOf(raw, subject.kind).map((prepared) => ({ raw, prepared })),
  )
  return { subject, names }
}

/** Reads the names of an entry, in all readings. */
export const prepareEntry = (entry: IndexedEntry): PreparedEntry => {
  const names = entry.names.flatMap(({ name: raw, kind }) =>
    readingsOf(raw, entry.kind).map((prepared) => ({ raw, kind, prepared })),
  )
  return { entryId: entry.entryId, kind: entry.kind, names, facts: entry }
}

/** Whether an entry of this kind can be this subject. A person is neither a company nor a ship. */
export const canBe = (subject: ScreenedSubject['kind'], entry: EntryKind): boolean => {
  if (entry === 'unknown' || entry === subject) return true
  return subject === 'business' && entry === 'other'
}

/**
 * The probability that a subject is an entry, 0 to 1, by the best names and the facts. Null below `threshold`. The
 * match score is the name score plus the effects of the facts.
 */
export const scoreEntry = (
  subject: PreparedSubject,
  entry: PreparedEntry,
  threshold = 0,
  weightOf?: WeightOf,
): EntryScore | null => {
  if (!canBe(subject.subject.kind, entry.kind)) return null
  const best = bestName(subject, entry, weightOf)
  if (best === null) return null
  const facts = compareFacts(subject.subject, entry.facts)
  const isKept = isSingular(best)
  const effects = effectsOf(facts, best, isKept)
  const matchScore = rounded(effects.reduce((score, { effect }) => score + effect, best.score))
  const isBelow = matchScore < threshold
  if (isBelow && (!isKept || best.score < threshold)) return null
  // Only the facts put it below the threshold, so each of them that did is marked.
  const marked = isBelow
    ? effects.map((one) => (one.effect < 0 ? { ...one, contradicted: true as const } : one))
    : effects
  return { matchScore, matchedName: best.entry.raw, explanation: explain(best, facts, marked) }
}

type BestName = { score: number; subject: PreparedSubjectName; entry: PreparedEntryName }

const bestName = (subject: PreparedSubject, entry: PreparedEntry, weightOf?: WeightOf): BestName | null => {
  let best: BestName | null = null
  for (const ofEntry of entry.names) {
    const highest = ofEntry.kind === 'weak_alias' ? weakAliasScore : maxNameScore
    if (best !== null && best.score >= highest) continue
    for (const ofSubject of subject.names) {
      // Two names that both become another one can become the same by chance: two Chinese names in Cantonese.
      if (ofSubject.prepared.isRewritten && ofEntry.prepared.isRewritten) continue
      const listed = ofEntry.prepared
      const { score } = scoreNames(ofSubject.prepared, listed, weightOf, listed)
      const capped = ofEntry.kind === 'weak_alias' ? score * highest : Math.min(score, highest)
      if (best === null || capped > best.score)
        best = { score: rounded(capped), subject: ofSubject, entry: ofEntry }
    }
  }
  return best
}

type Effect = Pick<ComparedField, 'effect' | 'contradicted'>

/**
 * The effect of each fact, applied one after another. `isKept`: facts lower the score only so far, and each one that
 * says another person is marked.
 */
const effectsOf = (facts: readonly ComparedFact[], name: BestName, isKept: boolean): Effect[] => {
  const isConfirmed = facts.some(
    ({ field, evidence }) =>
      (field === 'birth_date' || field === 'identifier') && evidence !== null && evidence.logit > 0,
  )
  const highest = name.entry.kind === 'weak_alias' && !isConfirmed ? unconfirmedScore : 1
  const trust = trustIn(name.score)
  const lowest = isKept ? contradictedScore : 0
  let score = name.score
  return facts.map(({ field, evidence }) => {
    if (evidence === null) return { effect: 0 }
    const before = score
    score = Math.min(highest, moved(score, evidence.logit > 0 ? evidence.logit * trust : evidence.logit))
    // The same document identifies the same person, whatever the name.
    if (field === 'identifier' && evidence.score === 1) score = Math.max(score, sameNumberScore)
    // People have several documents. Another number of one kind is no contradiction alone.
    const isOther = evidence.score === 0 && field !== 'identifier'
    const contradicted = isKept && evidence.logit < 0 && (score < lowest || isOther)
    score = Math.max(score, lowest)
    return { effect: rounded(score - before), ...(contradicted && { contradicted }) }
  })
}

/** Whether few people have this name: an equal name of three words, or of a word that is neither short nor common. */
const isSingular = ({ score, subject, entry }: BestName): boolean => {
  if (score < equalName) return false
  const words = ({ tokens }: PreparedName) =>
    tokens.filter(({ isInitial, isSyllable }) => !isInitial && !isSyllable)
  const ofEntry = words(entry.prepared)
  return ofEntry.some(isRareName) || Math.min(words(subject.prepared).length, ofEntry.length) >= manyWords
}

const trustIn = (nameScore: number): number => Math.max(0, (nameScore - raisesFrom) / (1 - raisesFrom))

/** The lowest name score that agreeing facts can raise to the threshold. */
export const leastNameScore = (threshold: number): number => {
  let [low, high] = [0, threshold]
  while (high - low > 0.0001) {
    const middle = (low + high) / 2
    if (moved(middle, maxAgreement * trustIn(middle)) < threshold) low = middle
    else high = middle
  }
  return low
}

const moved = (score: number, logit: number): number => {
  if (logit === 0 || score <= 0) return score
  return 1 / (1 + ((1 - score) / score) * Math.exp(-logit))
}

const explain = (
  best: BestName,
  facts: readonly ComparedFact[],
  effects: readonly Effect[],
): ComparedField[] => {
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
    ...effects[index]!,
  }))
  return [name, ...compared]
}

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000
