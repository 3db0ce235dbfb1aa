import { isGenderCounterpart } from '../../names/index.ts'
import { editCost } from './edit-cost.ts'
import { type FamilyKind, familyKind } from './families.ts'
import { hasLongVowels } from './long-vowels.ts'
import { isArticle, type NameToken } from './token.ts'

/** Below this, two words are not taken for one: they contradict each other. */
export const MIN_SIMILARITY = 0.65

const FAMILY: Readonly<Record<FamilyKind, number>> = {
  spelling: 0.97,
  syllable: 0.92,
  nickname: 0.9,
  translation: 0.88,
}
const SAME_SOUND = 0.96
const SAME_SKELETON = 0.95
const SHORT_SKELETON = 0.86
const OTHER_VOWELS = 0.8
const SAME_SYLLABLE = 0.9
export const INITIAL = 0.9
const INITIAL_BY_EAR = 0.86
/** Justin and Justine, Daniel and Daniela: other people, whatever the letters say. */
const COUNTERPART = 0.7
/** From here on, what was written needs no second look at what was heard. */
const SLIP = 0.85
const MIN_SOUND_SLIP = 5
/** A slip of the ear and an orthography: two reasons. */
const SOUND_SLIP = 0.06
/** Each slip after the first makes a slip less likely as the reason, in a word of one letter; less in a longer one. */
const SECOND_SLIP = 0.75

const DIGIT = 1 << 26
/** What a letter that only one of two words has costs at least: half of the cheapest replacement of `editCost`. */
const LETTER_COST = 0.3
const DIGIT_COST = 0.15

/** How far two words, one of each name, are the same word: 0 or from `MIN_SIMILARITY` to 1. Symmetric. */
export function tokenSimilarity(a: NameToken, b: NameToken): number {
  if (a.text === b.text) return 1
  if (a.isInitial || b.isInitial) return initialSimilarity(a, b)
  const family = familySimilarity(a.families, b.families)
  if (a.vowelless || b.vowelless) {
    const letters = textSimilarity(a.text, b.text, a.letters, b.letters)
    const skeleton = Math.max(family, skeletonSimilarity(a, b))
    const isOther =
      a.vowelless !== b.vowelless &&
      !(a.vowelless ? hasLongVowels(a.text, b.text) : hasLongVowels(b.text, a.text))
    return Math.max(isOther ? Math.min(skeleton, OTHER_VOWELS) : skeleton, letters)
  }
  if (a.isSyllable || b.isSyllable) return Math.max(family, syllableSimilarity(a, b))
  if (family > 0) return Math.max(family, spellingSimilarity(a, b))
  const similarity = spellingSimilarity(a, b)
  if (similarity > COUNTERPART && a.role === 'name' && isGenderCounterpart(a.text, b.text)) return COUNTERPART
  return similarity
}

function initialSimilarity(a: NameToken, b: NameToken): number {
  // An article is no name: A. is the word behind it, al-Shami (`pairArticles`).
  if (a.isInitial === b.isInitial || isArticle(a) || isArticle(b)) return 0
  if (a.text.charCodeAt(0) === b.text.charCodeAt(0)) return INITIAL
  // Christos and K. of Kristos: by ear, an initial may be another letter.
  return a.sound.charCodeAt(0) === b.sound.charCodeAt(0) ? INITIAL_BY_EAR : 0
}

function familySimilarity(a: readonly number[], b: readonly number[]): number {
  // Ascending numbers: the strongest bond comes first.
  for (const family of a) if (b.includes(family)) return FAMILY[familyKind(family)]
  return 0
}

/** One letter off, a syllable is another one. */
function syllableSimilarity(a: NameToken, b: NameToken): number {
  return a.sound === b.sound && a.sound.length > 2 ? SAME_SYLLABLE : 0
}

function skeletonSimilarity(a: NameToken, b: NameToken): number {
  if (a.skeleton === b.skeleton) return a.skeleton.length >= 3 ? SAME_SKELETON : SHORT_SKELETON
  const length = Math.max(a.skeleton.length, b.skeleton.length)
  if (length < 4) return 0
  const cost = editCost(a.skeleton, b.skeleton, 1)
  return cost <= 1 ? atLeastMinimum(SAME_SKELETON - cost / length) : 0
}

/** Similarity of letters and sound alone; a slip may be in the letters, or in what was heard (Dzhose, Josse). */
export function spellingSimilarity(a: NameToken, b: NameToken): number {
  if (a.sound === b.sound && a.sound.length > 1) {
    return Math.max(SAME_SOUND - soundDoubt(a, b), textSimilarity(a.text, b.text, a.letters, b.letters))
  }
  if (differsTooMuch(a.text, b.text, a.letters, b.letters)) return 0
  const letters = textSimilarity(a.text, b.text, a.letters, b.letters)
  if (letters >= SLIP || Math.min(a.sound.length, b.sound.length) < MIN_SOUND_SLIP) return letters
  return Math.max(letters, atLeastMinimum(similarityAt(a.sound, b.sound) - SOUND_SLIP))
}

/** A sound of two letters is shared by chance. */
function soundDoubt(a: NameToken, b: NameToken): number {
  return a.sound.length > 2 ? 0 : a.text.length + b.text.length > 6 ? 0.06 : 0.12
}

/** Similarity of two spellings; the letter masks spare most of the comparisons. */
export function textSimilarity(a: string, b: string, lettersA: number, lettersB: number): number {
  if (differsTooMuch(a, b, lettersA, lettersB)) return 0
  return atLeastMinimum(similarityAt(a, b))
}

function similarityAt(a: string, b: string): number {
  const length = Math.max(a.length, b.length)
  const limit = (1 - MIN_SIMILARITY) * length
  const cost = editCost(a, b, limit)
  if (cost > limit) return 0
  return 1 - cost / length - (SECOND_SLIP * Math.max(0, cost - 1)) / length
}

/** Whether the letters that only one of two words has already cost more than similar words may differ. */
function differsTooMuch(a: string, b: string, lettersA: number, lettersB: number): boolean {
  const limit = (1 - MIN_SIMILARITY) * Math.max(a.length, b.length)
  const cheapest = ((lettersA | lettersB) & DIGIT) === 0 ? LETTER_COST : DIGIT_COST
  return bitCount(lettersA ^ lettersB) * cheapest > limit
}

function atLeastMinimum(similarity: number): number {
  return similarity >= MIN_SIMILARITY ? similarity : 0
}

function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
