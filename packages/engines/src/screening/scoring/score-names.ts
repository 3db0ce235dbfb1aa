import { alignNames } from './align-names.ts'
import type { AlignedWords } from './aligned-words.ts'
import { calibrate } from './calibration.ts'
import { containedScore } from './contained-name.ts'
import { costs } from './costs.ts'
import { isOtherGeneration } from './generations.ts'
import { hasOtherCharacter } from './other-characters.ts'
import { mayBePart, mayBeWhole, type PreparedName } from './prepare-name.ts'
import { type NameToken, roleWeight } from './words/token.ts'

/** The weight of a word as evidence: about 1 for an ordinary word, more for a rare one. */
export type WeightOf = (token: NameToken) => number

/** The similarity of two names. `aligned` lists the matching words. */
export type NameScore = { score: number; aligned: AlignedWords[] }

/**
 * The similarity of two names of one person or company: calibrated, 0 to 1. An omission costs little. A contradiction
 * costs much. It is symmetric without `listed`, which is the one of them that is on a list. With it, two common words
 * of a long listed name have the score 0 in some spellings (`containedScore`), and every other score is the same.
 */
export const scoreNames = (
  query: PreparedName,
  candidate: PreparedName,
  weightOf?: WeightOf,
  listed?: PreparedName,
): NameScore => {
  const { raw, aligned } = rawNameScore(query, candidate, weightOf, listed)
  return { score: calibrate(raw), aligned }
}

/** The score before calibration: 1 for equal names, less for every cost. Used to fit the calibration. */
export const rawNameScore = (
  query: PreparedName,
  candidate: PreparedName,
  weightOf?: WeightOf,
  listed?: PreparedName,
): { raw: number; aligned: AlignedWords[] } => {
  // The pairing breaks ties by position. The result must be the same in both directions.
  const isInOrder = comesFirst(query, candidate)
  const a = isInOrder ? query : candidate
  const b = isInOrder ? candidate : query
  const pairs = alignNames(a, b)
  let scored = mayBeWhole(a.extent) && mayBeWhole(b.extent) ? rawScoreOf(a, b, pairs, weightOf) : 0
  const compared = { lossOf, listed }
  if (mayBePart(a.extent)) scored = Math.max(scored, containedScore(a, b, pairs, compared))
  if (mayBePart(b.extent)) scored = Math.max(scored, containedScore(b, a, pairs.map(exchanged), compared))
  if (scored > 0 && isOtherGeneration(a, b, pairs)) scored *= costs.otherGeneration
  const isOther = hasOtherCharacter(a.letters, b.letters)
  const raw = isOther
    ? scored * otherCharacter
    : haveSameLetters(a, b)
      ? Math.max(scored, sameLetters)
      : scored
  return { raw, aligned: isInOrder ? pairs : pairs.map(exchanged) }
}

const exchanged = (pair: AlignedWords): AlignedWords => ({ ...pair, a: pair.b, b: pair.a })

/** Remaining score of a name with another character of the same sound. */
const otherCharacter = 0.75
/** The score of equal letters in the same order, with other word boundaries. */
const sameLetters = 0.97
const minLetters = 5

/** Whether two names have the same letters in the same order, whatever their word boundaries. */
const haveSameLetters = (a: PreparedName, b: PreparedName): boolean =>
  a.letters.length >= minLetters && a.letters === b.letters

const comesFirst = (a: PreparedName, b: PreparedName): boolean => {
  if (a.tokens.length !== b.tokens.length) return a.tokens.length < b.tokens.length
  for (let at = 0; at < a.tokens.length; at++) {
    const x = a.tokens[at]!
    const y = b.tokens[at]!
    if (x.text !== y.text) return x.text < y.text
    if (x.traits !== y.traits) return x.traits < y.traits
  }
  return true
}

const rawScoreOf = (
  a: PreparedName,
  b: PreparedName,
  pairs: readonly AlignedWords[],
  weightOf: WeightOf = ownWeight,
): number => {
  let matched = 0
  let lost = 0
  let halfSaid = 0
  let restA = (1 << a.tokens.length) - 1
  let restB = (1 << b.tokens.length) - 1
  for (const pair of withoutChance(a, b, pairs)) {
    restA &= ~pair.a
    restB &= ~pair.b
    const ofA = sum(a.tokens, pair.a, weightOf)
    const ofB = sum(b.tokens, pair.b, weightOf)
    // An initial only matches itself. Its missing letters are an omission.
    const weight = isInitial(a, pair.a) || isInitial(b, pair.b) ? Math.min(ofA, ofB) : (ofA + ofB) / 2
    if (weight < (ofA + ofB) / 2) halfSaid += costs.initialOmits
    matched += weight
    lost += weight * lossOf(pair.similarity)
  }
  if (matched === 0) return 0
  const leftA = rest(a.tokens, restA, weightOf)
  const leftB = rest(b.tokens, restB, weightOf)
  const contradicted = Math.min(leftA, leftB)
  const omitted =
    Math.max(
      Math.abs(leftA - leftB),
      contradicted === 0 ? omittedWeight(a.tokens, restA) + omittedWeight(b.tokens, restB) : 0,
    ) + halfSaid
  const recognised = (matched - lost) / (matched + contradicted * costs.contradiction)
  const share = omitted / (matched + omitted)
  const thin = Math.max(0, 1 - matched / costs.thinBelow)
  const isPerson = a.kind === 'individual' || b.kind === 'individual'
  const thinCost = isPerson ? costs.thin : costs.thinOfCompany
  const omission = omissionCost(a, b, isPerson)
  return recognised * (1 - omission * share * Math.sqrt(share)) * (1 - thinCost * thin * share)
}

/** A second edit makes it less likely that the words are the same. The loss grows faster than the difference. */
const lossOf = (similarity: number): number => {
  const difference = 1 - similarity
  const loss = difference * costs.dissimilarity + Math.max(0, difference - costs.oneSlip) * costs.secondSlip
  return Math.min(1, loss)
}

/** Among many initials, some begin a word of any name. With more unmatched ones, no initial represents a word. */
const unmatchedInitials = 3

const withoutChance = (
  a: PreparedName,
  b: PreparedName,
  pairs: readonly AlignedWords[],
): readonly AlignedWords[] => {
  const isChanceOfA = hasManyInitials(a, (at) => pairs.some((pair) => pair.a & (1 << at)))
  const isChanceOfB = hasManyInitials(b, (at) => pairs.some((pair) => pair.b & (1 << at)))
  if (!isChanceOfA && !isChanceOfB) return pairs
  return pairs.filter((pair) => {
    const [ofA, ofB] = [isInitial(a, pair.a), isInitial(b, pair.b)]
    return ofA === ofB || !((ofA && isChanceOfA) || (ofB && isChanceOfB))
  })
}

const hasManyInitials = ({ tokens }: PreparedName, isMatched: (at: number) => boolean): boolean =>
  tokens.length > unmatchedInitials &&
  tokens.filter((token, at) => token.isInitial && !isMatched(at)).length >= unmatchedInitials

const ownWeight = (token: NameToken): number => token.weight

const isInitial = (name: PreparedName, words: number): boolean =>
  name.tokens[31 - Math.clz32(words)]!.isInitial

const sum = (tokens: readonly NameToken[], words: number, weightOf: WeightOf): number => {
  let total = 0
  for (let left = words; left !== 0; left &= left - 1)
    total += weightOf(tokens[31 - Math.clz32(left & -left)]!)
  return total
}

const omissionCost = (a: PreparedName, b: PreparedName, isPerson: boolean): number => {
  if (!isPerson) return costs.omissionOfCompany
  // No one omits half of a Chinese or Korean given name. Another character is another name.
  const hasCharacters = a.tokens.some(isSyllable) || b.tokens.some(isSyllable)
  return hasCharacters ? costs.omissionOfCharacters : costs.omission
}

const isSyllable = (token: NameToken): boolean => token.isSyllable

/** An omitted word has the weight of its role. Its rarity has no effect, because it is independent of the omission. */
const omittedWeight = (tokens: readonly NameToken[], words: number): number => {
  let total = 0
  for (let left = words; left !== 0; left &= left - 1)
    total += roleWeight(tokens[31 - Math.clz32(left & -left)]!)
  return total
}

/** The weight of the unmatched words. An unmatched initial counts against the name, as a word does. */
const rest = (tokens: readonly NameToken[], words: number, weightOf: WeightOf): number => {
  let total = 0
  for (let left = words; left !== 0; left &= left - 1) {
    const token = tokens[31 - Math.clz32(left & -left)]!
    total += token.isInitial && token.role === 'name' ? costs.wrongInitial : weightOf(token)
  }
  return total
}
