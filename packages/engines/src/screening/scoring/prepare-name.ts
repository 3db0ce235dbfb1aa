import type { EntryKind } from '../../list-formats/index.ts'
import { foldName } from '../../names/index.ts'
import { isTranslated } from './words/families.ts'
import { type ReadWord, readWords } from './words/read-words.ts'
import { type NameToken, type TokenRole, traitsOf } from './words/token.ts'
import { tokenOf } from './words/token-cache.ts'
import { isTitleOrParticle, rolesOf } from './words/word-roles.ts'

/** Maximum number of words that are compared. It bounds every comparison, and a set of words fits an integer. */
export const maxTokens = 16

/**
 * What a listed name may be of this reading: the whole of it, only some of its words, wherever they are, or either. One
 * reading for both is searched in one pass.
 */
export type Extent = 'whole' | 'part' | 'either'
export const mayBeWhole = (extent: Extent): boolean => extent !== 'part'
export const mayBePart = (extent: Extent): boolean => extent !== 'whole'

/** A name that was read once and can be compared many times. Immutable. */
export type PreparedName = {
  readonly kind: EntryKind
  readonly tokens: readonly NameToken[]
  /**
   * All letters and digits without spaces. It is equal for names that only differ in word boundaries. '' if unknown.
   */
  readonly letters: string
  readonly extent: Extent
  /** Another name that a person can read in the written one (`rewriting`). */
  readonly isRewritten: boolean
  /** One written word that was divided: Shamsuddin. Not a Chinese or Korean name, which has no spaces. */
  readonly isOneWord: boolean
}

/** A word and its role in the name. */
export type NameWord = ReadWord & { role: TokenRole }

/**
 * Reads a name in any script into tokens. It never throws. A name without letters or digits has no tokens and matches
 * no other name. It takes about 5 µs. `nameOf` rebuilds a name from the `text` and `traits` of its tokens much faster.
 */
export const prepareName = (raw: string, kind: EntryKind): PreparedName => {
  const folded = foldForReading(raw)
  return wholeName(wordsOf(folded, kind), kind, folded)
}

/** A name in the form that `readWords` expects. */
export const foldForReading = (raw: string): string =>
  foldName(raw.replaceAll('&', ' and ').replace(foreignJ, 'j')).text

/** Spelled j in other languages: Джамал is Jamal more often than Dzhamal. */
const foreignJ = /дж/gi

const noLetters = /[ ',.]+/g
const lettersOf = (folded: string): string => folded.replace(noLetters, '')

/** The words of a folded name with their roles. */
export const wordsOf = (folded: string, kind: EntryKind, joinsLetters?: boolean): NameWord[] => {
  const words = readWords(folded, kind, joinsLetters)
  const roles = rolesOf(words, kind)
  // A name that consists only of titles, particles or forms is still a name.
  const isNamed = roles.some((role) => role === 'name' || role === 'generic')
  return words.map((word, index) => ({ ...word, role: isNamed ? roles[index]! : 'name' }))
}

export const wholeName = (words: readonly NameWord[], kind: EntryKind, folded: string): PreparedName => {
  const letters = lettersOf(folded)
  const isOneWord = letters === folded && words.length > 1 && !words.some(({ syllable }) => syllable)
  return { ...nameOfWords(withinTokens(words), kind, letters), isOneWord }
}

/** Shortens a name that is too long to be compared. Titles and particles are removed first, then the last words. */
const withinTokens = (words: readonly NameWord[]): readonly NameWord[] => {
  if (words.length <= maxTokens) return words
  const named = words.filter((word) => !saysLittle(word))
  return (named.length === 0 ? words : named).slice(0, maxTokens)
}

const saysLittle = (word: NameWord): boolean =>
  word.role === 'honorific' || word.role === 'particle' || word.role === 'form' || isTitleOrParticle(word)

export const nameOfWords = (words: readonly NameWord[], kind: EntryKind, letters: string): PreparedName => {
  const tokens = words.map(({ text, role, vowelless, syllable }) => {
    const mayTranslate = kind === 'business' && (role === 'name' || role === 'generic')
    return tokenOf(text, traitsOf(role, vowelless, syllable, mayTranslate && isTranslated(text)))
  })
  return { kind, tokens, letters, extent: 'whole', isRewritten: false, isOneWord: false }
}

/** A prepared name of existing tokens, without new work. */
export const nameOf = (tokens: readonly NameToken[], kind: EntryKind, extent: Extent): PreparedName => ({
  kind,
  tokens,
  letters: '',
  extent,
  isRewritten: false,
  isOneWord: false,
})
