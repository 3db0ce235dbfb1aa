import type { EntryKind } from '../../lists/index.ts'
import { spaceInvisible } from '../../names/index.ts'
import {
  foldForReading,
  lettersOf,
  maxTokens,
  type NameWord,
  nameOfWords,
  type PreparedName,
  wholeName,
  wordsOf,
} from './prepare-name.ts'
import { countWords, maxWords } from './read-words.ts'
import { isTitleOrParticle } from './word-roles.ts'

/** A personal name with more words is also read in parts. Almost no one has so many names. */
const longName = 8
/** Number of words in a part. A listed name of two words still matches with two additional words. */
const partLength = 4
/** The same for a company, because its names are longer. */
const partOfCompany = 8
/** So many single letters are not initials, or they spell out a word. */
const manyInitials = 4
const spelledOut = 3
/** With so many letters before it, a single word is also searched alone. */
const onlyInitials = 8

/**
 * All readings of a subject's name. Almost every name has one. A caller can add words to a name to avoid a match:
 * titles, particles, initials, further words, invisible characters. One reading includes them and another omits them.
 * The first reading is that of `prepareName`, which also reads the entries of lists.
 */
export const readingsOf = (raw: string, kind: EntryKind): PreparedName[] => {
  const spaced = spaceInvisible(raw)
  const readings = readingsOfFolded(foldForReading(raw), kind)
  if (spaced !== null) readings.push(...readingsOfFolded(foldForReading(spaced), kind))
  return readings.length === 1 ? readings : withoutEqual(readings)
}

/** Whether a name has more words than the maximum, in any reading of its invisible characters. */
export const hasTooManyWords = (raw: string): boolean =>
  [raw, spaceInvisible(raw) ?? ''].some((name) => countWords(foldForReading(name)) > maxWords)

const readingsOfFolded = (folded: string, kind: EntryKind): PreparedName[] => {
  const words = wordsOf(folded, kind)
  const whole = wholeName(words, kind, lettersOf(folded))
  if (kind !== 'individual' && kind !== 'unknown') return [whole, ...partsOfCompany(words, kind)]
  const named = withoutInitials(words)
  const readings = [whole]
  if (isSpelledOut(words)) readings.push(...inParts(wordsOf(folded, kind, true), kind))
  if (words.length > longName || named.length < words.length)
    readings.push(...inParts(named, kind), ...aroundOneName(words, kind))
  return readings
}

/** A long name without titles and particles, and its parts if it is still long. */
const inParts = (words: readonly NameWord[], kind: EntryKind): PreparedName[] => {
  const named = words.length > longName ? withoutSmallWords(words) : words
  const spelled = named.filter((word) => !isLetter(word))
  return [
    reading(named, kind),
    ...(spelled.length > longName ? parts(spelled, partLength, 1).map((part) => reading(part, kind)) : []),
  ]
}

/** If one name remains among particles and initials, any of these can be the rest of it: de Said, Bongongo J. */
const aroundOneName = (words: readonly NameWord[], kind: EntryKind): PreparedName[] => {
  const [name, ...others] = words.filter((word) => !isLetter(word) && !isTitleOrParticle(word))
  if (name === undefined || others.length > 0) return []
  const distinct = new Map(words.filter((word) => word !== name).map((word) => [word.text, word]))
  return [...distinct.values()]
    .slice(0, maxTokens)
    .map((word) => reading([{ ...word, role: 'name' }, name], kind))
}

const partsOfCompany = (words: readonly NameWord[], kind: EntryKind): PreparedName[] => {
  if (words.length <= maxTokens) return []
  const named = words.filter(({ role }) => role === 'name' || role === 'generic')
  return parts(named, partOfCompany, partOfCompany / 2).map((part) => reading(part, kind))
}

const reading = (words: readonly NameWord[], kind: EntryKind): PreparedName =>
  nameOfWords(words.slice(0, maxTokens), kind, '')

const withoutSmallWords = (words: readonly NameWord[]): readonly NameWord[] => {
  const named = words.filter((word) => !isTitleOrParticle(word) && word.role !== 'honorific')
  return named.length === 0 ? words : named.map((word) => ({ ...word, role: 'name' as const }))
}

const isLetter = ({ text, syllable }: NameWord): boolean => text.length === 1 && !syllable

const withoutInitials = (words: readonly NameWord[]): readonly NameWord[] => {
  const others = words.filter((word) => !isLetter(word))
  const named = others.filter((word) => !isTitleOrParticle(word)).length
  const initials = words.length - others.length
  const areMany = initials >= (named === 1 ? onlyInitials : manyInitials)
  return areMany && named > 0 ? others : words
}

/** Whether consecutive words are single letters: K i a l a. */
const isSpelledOut = (words: readonly NameWord[]): boolean => {
  let run = 0
  return words.some((word) => {
    run = isLetter(word) ? run + 1 : 0
    return run >= spelledOut
  })
}

const parts = <Word>(words: readonly Word[], size: number, step: number): Word[][] => {
  const found: Word[][] = []
  for (let from = 0; from === 0 || from + size - step < words.length; from += step)
    found.push(words.slice(from, from + size))
  return found
}

const withoutEqual = (names: readonly PreparedName[]): PreparedName[] => {
  const seen = new Set<string>()
  return names.filter(({ tokens }) => {
    const key = tokens.map(({ text, traits }) => `${text} ${traits}`).join(',')
    if (seen.has(key) || (tokens.length === 0 && seen.size > 0)) return false
    seen.add(key)
    return true
  })
}
