import type { NameToken } from './words/token.ts'
import { textSimilarity } from './words/token-similarity.ts'

/** The similarity of two words, written together in this order, to one word of the other name. */
export const joinedSimilarity = (first: NameToken, second: NameToken, whole: NameToken): number => {
  if (first.vowelless || whole.vowelless) return joinedSkeleton(first, second, whole)
  const length = first.text.length + second.text.length
  if (Math.abs(length - whole.text.length) > 1) return 0
  // An initial before a word remains an initial, unless all letters are equal to the word.
  const isExact =
    length === whole.text.length && whole.text.startsWith(first.text) && whole.text.endsWith(second.text)
  if (isExact) return 1
  if (first.isInitial || second.isInitial) return 0
  const letters = first.letters | second.letters
  if (!resembles(letters, whole.letters)) return 0
  return textSimilarity(first.text + second.text, whole.text, letters, whole.letters)
}

const joinedSkeleton = (first: NameToken, second: NameToken, whole: NameToken): number => {
  const skeleton = first.skeleton + second.skeleton
  if (skeleton.length < 3) return 0
  return skeleton === whole.skeleton || isAllah(first, second, whole) ? 0.95 : 0
}

/** Abd Allah is one word in Arabic. No other vowel inside a word is ignored: it would make many words equal. */
const isAllah = (first: NameToken, second: NameToken, whole: NameToken): boolean =>
  whole.vowelless && second.skeleton === 'alh' && whole.skeleton === `${first.skeleton}lh`

/** At most two letters occur in only one of the words. */
const resembles = (a: number, b: number): boolean => {
  let changed = a ^ b
  changed &= changed - 1
  changed &= changed - 1
  return changed === 0
}
