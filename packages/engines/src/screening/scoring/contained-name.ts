import type { AlignedWords } from './aligned-words.ts'
import { costs } from './costs.ts'
import type { PreparedName } from './prepare-name.ts'
import type { NameToken } from './token.ts'

/** One word can be that of another person. */
const leastWords = 2

/**
 * The score of a name whose every word is among the words of a longer name, or 0. Other words of the longer name count
 * for nothing, so that no number of them hides the name. An initial is only itself: among many words it fits some by chance.
 */
export const containedScore = (
  longer: PreparedName,
  name: PreparedName,
  pairs: readonly AlignedWords[],
  lossOf: (similarity: number) => number,
): number => {
  const { tokens } = name
  if (isOneWord(tokens)) return 0
  let open = setOf(tokens, isRequired)
  // A title and one name (General Taganda) are two words, and both must be there.
  if (bitCount(open) < leastWords) open |= setOf(tokens, isTitle)
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
    words += isSameInitial ? 1 : bitCount(required)
  }
  if (open !== 0 || words < leastWords) return 0
  return ((matched - lost) / matched) * (1 - costOf(longer.tokens) / words)
}

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

/** Whether a name is one written word, which was divided: Shamsuddin. */
const isOneWord = (tokens: readonly NameToken[]): boolean =>
  tokens.length <= 3 && tokens.at(-1)?.text === 'din' && tokens.at(-2)?.text === 'al'

const isTitle = (token: NameToken): boolean => token.role === 'honorific'

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
