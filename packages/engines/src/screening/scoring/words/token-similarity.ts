import { disguisedKey, isGenderCounterpart, lookalikeKey } from '../../../names/index.ts'
import { editCost } from './edit-cost.ts'
import { haveExchangedParts } from './exchanged-parts.ts'
import { type FamilyKind, familyKind } from './families.ts'
import { hasLongVowels } from './long-vowels.ts'
import { isArticle, type NameToken } from './token.ts'

/** Words with a lower similarity are different words and contradict each other. */
export const minSimilarity = 0.65

const similarityOfFamily: Readonly<Record<FamilyKind, number>> = {
  spelling: 0.97,
  variant: 0.96,
  syllable: 0.92,
  nickname: 0.9,
  'short form': 0.9,
  translation: 0.88,
}
const sameSound = 0.96
const sameSkeleton = 0.95
const shortSkeleton = 0.86
const otherVowels = 0.8
const sameSyllable = 0.9
/** Two readings of one print: rnoharned, m0hamed. */
const sameShape = 0.94
/** A disguise, or a letter written twice: no other word is meant, also not among many words (costs.maxContained). */
const disguised = 0.995
const minDoubled = 4
export const initialMatchSimilarity = 0.9
const initialByEar = 0.86
/** Justin and Justine, Daniel and Daniela are different people, although the letters are similar. */
const counterpart = 0.7
/** From this similarity of the letters, the sound is not compared. */
const slip = 0.85
const minSoundSlip = 5
/** Reduction for an error of hearing combined with another orthography. */
const soundSlip = 0.06
/** Each edit after the first makes a typing error less likely. This value is for one letter; longer words have less. */
const secondSlip = 0.75

const digit = 1 << 26
/** Minimum cost of a letter that only one word has: half of the cheapest replacement of `editCost`. */
const letterCost = 0.3
const digitCost = 0.15

/** The similarity of two words of two names: 0, or from `minSimilarity` to 1. Symmetric. */
export const tokenSimilarity = (a: NameToken, b: NameToken): number => {
  if (a.text === b.text) return 1
  if (a.isInitial || b.isInitial) return initialSimilarity(a, b)
  // Ali is not al.
  if (isArticle(a) !== isArticle(b)) return 0
  // Two numbers are equal or different.
  if (a.letters === digit && b.letters === digit) return 0
  if ((a.isMisreadable || b.isMisreadable) && haveSameShape(a, b))
    return disguisedKey(a.text) === disguisedKey(b.text) ? disguised : sameShape
  const family = familySimilarity(a.families, b.families)
  if (a.vowelless || b.vowelless) {
    const letters = textSimilarity(a.text, b.text, a.letters, b.letters)
    const skeleton = Math.max(family, skeletonSimilarity(a, b))
    const isOther =
      a.vowelless !== b.vowelless &&
      !(a.vowelless ? hasLongVowels(a.text, b.text) : hasLongVowels(b.text, a.text))
    return Math.max(isOther ? Math.min(skeleton, otherVowels) : skeleton, letters)
  }
  if (a.isSyllable || b.isSyllable) return Math.max(family, syllableSimilarity(a, b))
  if (a.letters === b.letters && haveExchangedParts(a.text, b.text)) return sameShape
  if (family > 0) return Math.max(family, spellingSimilarity(a, b))
  const similarity = spellingSimilarity(a, b)
  if (similarity > counterpart && a.role === 'name' && isGenderCounterpart(a.text, b.text)) return counterpart
  return similarity
}

/** A shape of one letter is that of many words. */
const minShape = 2
const lettersOnly = (1 << 26) - 1

const haveSameShape = (a: NameToken, b: NameToken): boolean =>
  Math.min(a.text.length, b.text.length) >= minShape &&
  ((a.letters | b.letters) & lettersOnly) !== 0 &&
  lookalikeKey(a.text) === lookalikeKey(b.text)

const initialSimilarity = (a: NameToken, b: NameToken): number => {
  // An article is not a name. A. represents the word after it, as in al-Shami (`pairArticles`).
  if (a.isInitial === b.isInitial || isArticle(a) || isArticle(b)) return 0
  if (a.text.charCodeAt(0) === b.text.charCodeAt(0)) return initialMatchSimilarity
  // Christos and K. for Kristos: the initial of the sound can be another letter.
  return a.sound.charCodeAt(0) === b.sound.charCodeAt(0) ? initialByEar : 0
}

const familySimilarity = (a: readonly number[], b: readonly number[]): number => {
  // The numbers are ascending, so the strongest relation comes first.
  for (const family of a) if (b.includes(family)) return similarityOfFamily[familyKind(family)]
  return 0
}

/** A syllable with one other letter is a different syllable. */
const syllableSimilarity = (a: NameToken, b: NameToken): number =>
  a.sound === b.sound && a.sound.length > 2 ? sameSyllable : 0

const skeletonSimilarity = (a: NameToken, b: NameToken): number => {
  if (a.skeleton === b.skeleton) return a.skeleton.length >= 3 ? sameSkeleton : shortSkeleton
  const length = Math.max(a.skeleton.length, b.skeleton.length)
  if (length < 4) return 0
  const cost = editCost(a.skeleton, b.skeleton, 1)
  return cost <= 1 ? atLeastMinimum(sameSkeleton - cost / length) : 0
}

/** Similarity of letters and sound only. The error can be in the letters or in the sound (Dzhose, Josse). */
export const spellingSimilarity = (a: NameToken, b: NameToken): number => {
  if (a.letters === b.letters && differInDoubledLetters(a.text, b.text)) return disguised
  if (a.sound === b.sound && a.sound.length > 1) {
    return Math.max(sameSound - soundDoubt(a, b), textSimilarity(a.text, b.text, a.letters, b.letters))
  }
  if (differsTooMuch(a.text, b.text, a.letters, b.letters)) return 0
  const letters = textSimilarity(a.text, b.text, a.letters, b.letters)
  if (letters >= slip || Math.min(a.sound.length, b.sound.length) < minSoundSlip) return letters
  return Math.max(letters, atLeastMinimum(similarityAt(a.sound, b.sound) - soundSlip))
}

/** A digit written twice makes another number. */
const doubledLetter = /([a-z])\1+/g

const differInDoubledLetters = (a: string, b: string): boolean =>
  a.length !== b.length &&
  Math.min(a.length, b.length) >= minDoubled &&
  a.replace(doubledLetter, '$1') === b.replace(doubledLetter, '$1')

/** Two words share a sound of two letters by chance. */
const soundDoubt = (a: NameToken, b: NameToken): number =>
  a.sound.length > 2 ? 0 : a.text.length + b.text.length > 6 ? 0.06 : 0.12

/** Similarity of two spellings. The letter masks avoid most comparisons. */
export const textSimilarity = (a: string, b: string, lettersA: number, lettersB: number): number => {
  if (differsTooMuch(a, b, lettersA, lettersB)) return 0
  return atLeastMinimum(similarityAt(a, b))
}

const similarityAt = (a: string, b: string): number => {
  const length = Math.max(a.length, b.length)
  const limit = (1 - minSimilarity) * length
  const cost = editCost(a, b, limit)
  if (cost > limit) return 0
  return 1 - cost / length - (secondSlip * Math.max(0, cost - 1)) / length
}

/** Whether the letters that only one word has already cost more than the maximum difference. */
const differsTooMuch = (a: string, b: string, lettersA: number, lettersB: number): boolean => {
  const limit = (1 - minSimilarity) * Math.max(a.length, b.length)
  const cheapest = ((lettersA | lettersB) & digit) === 0 ? letterCost : digitCost
  return bitCount(lettersA ^ lettersB) * cheapest > limit
}

const atLeastMinimum = (similarity: number): number => (similarity >= minSimilarity ? similarity : 0)

const bitCount = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
