import { type AlignedWords, alignNames } from './align-names.ts'
import { calibrate } from './calibration.ts'
import { COSTS } from './costs.ts'
import { isOtherGeneration } from './generations.ts'
import type { PreparedName } from './prepare-name.ts'
import { type NameToken, roleWeight } from './token.ts'

/** Gives how much a word says about who is meant; about 1 for an ordinary one. Rare words say more. */
export type WeightOf = (token: NameToken) => number

/** How far two names are one; `aligned` tells which words stood for each other. */
export type NameScore = { score: number; aligned: AlignedWords[] }

/**
 * Says how far two names can be one person's or one company's: calibrated, 0 to 1, symmetric. What one name leaves
 * out costs little, what contradicts costs much (issue 4 § Matching).
 */
export function scoreNames(query: PreparedName, candidate: PreparedName, weightOf?: WeightOf): NameScore {
  const { raw, aligned } = rawNameScore(query, candidate, weightOf)
  return { score: calibrate(raw), aligned }
}

/** The score before calibration, for whoever fits one: 1 for equal names, less for every cost. */
export function rawNameScore(
  query: PreparedName,
  candidate: PreparedName,
  weightOf?: WeightOf,
): { raw: number; aligned: AlignedWords[] } {
  // The pairing breaks ties by position: from both directions it must break them alike.
  const isInOrder = comesFirst(query, candidate)
  const a = isInOrder ? query : candidate
  const b = isInOrder ? candidate : query
  const pairs = alignNames(a, b)
  const scored = rawScoreOf(a, b, pairs, weightOf)
  const raw = haveSameLetters(a, b) ? Math.max(scored, SAME_LETTERS) : scored
  const aligned = isInOrder ? pairs : pairs.map((pair) => ({ ...pair, a: pair.b, b: pair.a }))
  return { raw, aligned }
}

/** The same letters in the same order, otherwise divided into words. */
const SAME_LETTERS = 0.97
const MIN_LETTERS = 5

/** Whether two names have the same letters in the same order, however they divide them into words. */
const haveSameLetters = (a: PreparedName, b: PreparedName): boolean =>
  a.letters.length >= MIN_LETTERS && a.letters === b.letters

function comesFirst(a: PreparedName, b: PreparedName): boolean {
  if (a.tokens.length !== b.tokens.length) return a.tokens.length < b.tokens.length
  for (let at = 0; at < a.tokens.length; at++) {
    const x = a.tokens[at]!
    const y = b.tokens[at]!
    if (x.text !== y.text) return x.text < y.text
    if (x.traits !== y.traits) return x.traits < y.traits
  }
  return true
}

function rawScoreOf(
  a: PreparedName,
  b: PreparedName,
  pairs: readonly AlignedWords[],
  weightOf: WeightOf = ownWeight,
): number {
  let matched = 0
  let lost = 0
  let halfSaid = 0
  let restA = (1 << a.tokens.length) - 1
  let restB = (1 << b.tokens.length) - 1
  for (const pair of pairs) {
    restA &= ~pair.a
    restB &= ~pair.b
    const ofA = sum(a.tokens, pair.a, weightOf)
    const ofB = sum(b.tokens, pair.b, weightOf)
    // An initial matches no more than itself; what it leaves out is an omission.
    const weight = isInitial(a, pair.a) || isInitial(b, pair.b) ? Math.min(ofA, ofB) : (ofA + ofB) / 2
    if (weight < (ofA + ofB) / 2) halfSaid += COSTS.initialOmits
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
  const recognised = (matched - lost) / (matched + contradicted * COSTS.contradiction)
  const share = omitted / (matched + omitted)
  const thin = Math.max(0, 1 - matched / COSTS.thinBelow)
  const isPerson = a.kind === 'individual' || b.kind === 'individual'
  const thinCost = isPerson ? COSTS.thin : COSTS.thinOfCompany
  const omission = omissionCost(a, b, isPerson)
  const order = isOtherGeneration(a, b, pairs) ? COSTS.otherGeneration : 1
  return order * recognised * (1 - omission * share * Math.sqrt(share)) * (1 - thinCost * thin * share)
}

/** A second slip in a word makes it less likely that it is the word at all: the loss grows faster than the difference. */
function lossOf(similarity: number): number {
  const difference = 1 - similarity
  const loss = difference * COSTS.dissimilarity + Math.max(0, difference - COSTS.oneSlip) * COSTS.secondSlip
  return Math.min(1, loss)
}

function ownWeight(token: NameToken): number {
  return token.weight
}

function isInitial(name: PreparedName, words: number): boolean {
  return name.tokens[31 - Math.clz32(words)]!.isInitial
}

function sum(tokens: readonly NameToken[], words: number, weightOf: WeightOf): number {
  let total = 0
  for (let left = words; left !== 0; left &= left - 1)
    total += weightOf(tokens[31 - Math.clz32(left & -left)]!)
  return total
}

function omissionCost(a: PreparedName, b: PreparedName, isPerson: boolean): number {
  if (!isPerson) return COSTS.omissionOfCompany
  // Nobody leaves out half of a Chinese or Korean given name: another character makes another name.
  const hasCharacters = a.tokens.some(isSyllable) || b.tokens.some(isSyllable)
  return hasCharacters ? COSTS.omissionOfCharacters : COSTS.omission
}

const isSyllable = (token: NameToken): boolean => token.isSyllable

/** What is left out weighs what its role does: which of two names somebody leaves out has nothing to do with how rare it is. */
function omittedWeight(tokens: readonly NameToken[], words: number): number {
  let total = 0
  for (let left = words; left !== 0; left &= left - 1)
    total += roleWeight(tokens[31 - Math.clz32(left & -left)]!)
  return total
}

/** What is left unexplained. An initial that nothing explains speaks against the name as a word does. */
function rest(tokens: readonly NameToken[], words: number, weightOf: WeightOf): number {
  let total = 0
  for (let left = words; left !== 0; left &= left - 1) {
    const token = tokens[31 - Math.clz32(left & -left)]!
    total += token.isInitial && token.role === 'name' ? COSTS.wrongInitial : weightOf(token)
  }
  return total
}
