import type { AlignedWords } from './aligned-words.ts'
import { costs } from './costs.ts'
import type { PreparedName } from './prepare-name.ts'
import { isRareName, type NameToken } from './words/token.ts'
import { mayBeTitle } from './words/word-roles.ts'

/** One word can be that of another person. */
const leastWords = 2

type Comparison = {
  lossOf: (similarity: number) => number
  /** The one of the two names that is on a list, if one is. */
  listed: PreparedName | undefined
}

/**
 * The score of a name whose every word is among the words of a longer name, or 0. Other words of the longer name count
 * for nothing, so that no number of them hides the name. An initial is only itself: among many words it fits some by chance.
 */
export const containedScore = (
  longer: PreparedName,
  name: PreparedName,
  pairs: readonly AlignedWords[],
  { lossOf, listed }: Comparison,
): number => {
  const { tokens } = name
  // A Chinese character or a Korean syllable is a part of many names.
  if (name.isOneWord || tokens.some(({ isSyllable }) => isSyllable)) return 0
  const named = setOf(tokens, isRequired)
  // A title and one name (General Taganda) are two words, and both must be there, without another name between.
  const needed = bitCount(named) < leastWords ? named | setOf(tokens, isTitle) : named
  let open = needed
  let matched = 0
  let lost = 0
  let words = 0
  for (const { a, b, similarity } of pairs) {
    const required = b & open
    const isSameInitial = similarity === 1 && hasInitial(tokens, b)
    if (!isSameInitial && (required === 0 || hasInitial(longer.tokens, a))) continue
    open &= ~b
    const weight = weightOf(tokens, b)
    matched += weight
    lost += weight * lossOf(similarity)
    words += isSameInitial ? 1 : bitCount(required & named)
  }
  if (open !== 0) return 0
  const places = pairs.filter(({ b }) => (b & needed) !== 0)
  if (needed !== named && areNeighbours(longer.tokens, places)) words = Math.max(words, leastWords)
  if (words < leastWords) return 0
  const areCommon = words === leastWords && !tokens.some(isRareName)
  if (areCommon && longer === listed && !areExact(places) && !areShortForm(longer.tokens, places)) return 0
  return ((matched - lost) / matched) * (1 - costOf(longer.tokens) / words)
}

/** Two words of one name in another spelling or language have a lower similarity: John is not exactly Juan. */
const exactWord = 0.99
const areExact = (places: readonly AlignedWords[]): boolean =>
  places.every(({ similarity }) => similarity >= exactWord)

/**
 * The more words a name has, the more names are parts of it by chance. The words must then agree better, and always if
 * only their consonants are known.
 */
const costOf = (tokens: readonly NameToken[]): number =>
  tokens.some(({ vowelless }) => vowelless)
    ? costs.maxContained
    : Math.min(costs.maxContained, costs.contained + costs.containedPerWord * tokens.length)

/** Titles, particles and initials of a listed name may be absent. */
const isRequired = (token: NameToken): boolean => token.role === 'name' && !token.isInitial

const isTitle = (token: NameToken): boolean => token.role === 'honorific'

/** Whether no other name is between these words of a name. Further titles may be. */
const areNeighbours = (tokens: readonly NameToken[], places: readonly AlignedWords[]): boolean => {
  const found = places.reduce((words, { a }) => words | a, 0)
  const others = setOf(tokens, (token) => isRequired(token) && !mayBeTitle(token))
  return (others & ~found & rangeOf(found)) === 0
}

/**
 * Whether words are a short form of a long name: its first words, its last words, or the first and the last one, in
 * their order. Any two common names are words of many long names of a list, in some spelling. If the longer name is the
 * subject's, they suffice in any spelling and order, because the subject can have added the other words.
 */
const areShortForm = (tokens: readonly NameToken[], places: readonly AlignedWords[]): boolean => {
  let found = 0
  for (const { a } of places.toSorted((x, y) => x.b - y.b)) {
    if (a < found) return false
    found |= a
  }
  const others = setOf(tokens, isRequired) & ~found
  const between = others & rangeOf(found)
  const before = others & ((found & -found) - 1)
  const after = others & ~between & ~before
  return between === 0 ? before === 0 || after === 0 : before === 0 && after === 0
}

/** All words from the first to the last one of a set. */
const rangeOf = (words: number): number => (1 << (32 - Math.clz32(words))) - (words & -words)

const hasInitial = (tokens: readonly NameToken[], words: number): boolean =>
  (setOf(tokens, (token) => token.isInitial) & words) !== 0

const setOf = (tokens: readonly NameToken[], isIn: (token: NameToken) => boolean): number =>
  tokens.reduce((words, token, at) => (isIn(token) ? words | (1 << at) : words), 0)

const weightOf = (tokens: readonly NameToken[], words: number): number =>
  tokens.reduce((sum, token, at) => (words & (1 << at) ? sum + token.weight : sum), 0)

const bitCount = (bits: number): number => {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
