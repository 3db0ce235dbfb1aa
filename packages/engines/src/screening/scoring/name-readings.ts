import type { EntryKind } from '../../list-formats/index.ts'
import { spaceInvisible } from '../../names/index.ts'
import { rewritten } from '../rewriting/index.ts'
import { withoutOwnAcronym } from './own-acronym.ts'
import {
  foldForReading,
  maxTokens,
  type NameWord,
  nameOfWords,
  type PreparedName,
  wholeName,
  wordsOf,
} from './prepare-name.ts'
import { countWords, maxWords } from './words/read-words.ts'
import { isTitleOrParticle, mayBeTitle } from './words/word-roles.ts'

/** From so many words, a listed name may be only a part of a personal name. Two further words only lower the score. */
const someWords = 4
/** Without vowels, more words agree by chance. */
const someWordsWithoutVowels = 5
/** A personal name with more words is also read without titles and particles. */
const longName = 8
/** Any three words of a long name are together in one of its readings, and any two words of a still longer one. */
const blockOfThree = Math.floor(maxTokens / 3)
const blockOfTwo = maxTokens / 2
const maxOfThree = 20
/** A listed name can have a word twice (Ahmed Ahmed). */
const maxOfOneWord = 2
/** The same for a company, because its names are longer. */
const partOfCompany = 8
/** So many single letters are not initials, or they spell out a word. */
const manyInitials = 4
const spelledOut = 3
/** With so many letters before it, a single word is also searched alone. */
const onlyInitials = 8

/**
 * All readings of a name. Almost every name has one. A caller can add words to a name to avoid a match: titles,
 * particles, initials, further words, invisible characters. One reading includes them and another omits them. The first
 * reading is that of `prepareName`. A subject and an entry are read in the same way, so that their score is the same if
 * their names are exchanged.
 */
export const readingsOf = (raw: string, kind: EntryKind): PreparedName[] => {
  const spaced = spaceInvisible(raw)
  const readings = readingsOfFolded(foldForReading(raw), kind)
  if (spaced !== null) readings.push(...readingsOfFolded(foldForReading(spaced), kind))
  for (const name of rewritten(raw, kind))
    for (const reading of readingsOfFolded(foldForReading(name), kind))
      readings.push({ ...reading, isRewritten: true })
  return readings.length === 1 ? readings : withoutEqual(readings)
}

/** Whether a name has more words than the maximum, in any reading of its invisible characters. */
export const hasTooManyWords = (raw: string): boolean =>
  [raw, spaceInvisible(raw) ?? ''].some((name) => countWords(foldForReading(name)) > maxWords)

const readingsOfFolded = (folded: string, kind: EntryKind): PreparedName[] => {
  const words = wordsOf(folded, kind)
  const whole = wholeName(words, kind, folded)
  if (kind !== 'individual')
    return [whole, ...withoutInitialsOfCompany(words, kind), ...partsOfCompany(words, kind)]
  // Every other reading is of three words or more.
  if (words.length < spelledOut) return [whole, ...withoutVowels(words, kind)]
  const named = withoutInitials(words)
  const [part, ...otherParts] = containing(words, kind)
  const readings = [...wholeAndPart(whole, part), ...withoutTitles(words, kind), ...otherParts]
  readings.push(...withoutVowels(words, kind))
  if (isSpelledOut(words)) {
    const joined = wordsOf(folded, kind, true)
    readings.push(withoutSmall(joined, kind), ...containing(joined, kind))
  }
  if (words.length > longName || named.length < words.length)
    readings.push(withoutSmall(named, kind), ...aroundOneName(words, kind))
  return readings
}

/** Two readings with the same words are one, because the search for its words is most of the work. */
const wholeAndPart = (whole: PreparedName, part: PreparedName | undefined): PreparedName[] => {
  if (part === undefined) return [whole]
  const areSame =
    whole.tokens.length === part.tokens.length && whole.tokens.every((token, at) => token === part.tokens[at])
  return areSame ? [{ ...whole, extent: 'either' }] : [whole, part]
}

/** A Latin word without vowels, or with only the first one, is also compared by its consonants alone: Mhmd, Ahmd. */
const consonantsAlone = /^[aeiou]?[b-df-hj-np-tv-xz]{3,}$/
/** The same in a name without any other vowels, where shorter words have lost theirs too. */
const withoutLaterVowels = /^[aeiou]?[b-df-hj-np-tv-z]+$/
const minWithoutVowels = 2
/** Written vowels say how a word ends. This one permits any vowel there. */
const anyEnd = 'a'

const withoutVowels = (words: readonly NameWord[], kind: EntryKind): PreparedName[] => {
  if (!words.some(({ text, vowelless }) => !vowelless && consonantsAlone.test(text))) return []
  const lost = words.every(({ text, vowelless }) => !vowelless && withoutLaterVowels.test(text))
    ? ({ text }: NameWord) => text.length >= minWithoutVowels
    : ({ text, vowelless }: NameWord) => !vowelless && consonantsAlone.test(text)
  return [
    reading(
      words.map((word) => (lost(word) ? { ...word, text: `${word.text}${anyEnd}`, vowelless: true } : word)),
      kind,
    ),
  ]
}

/** A name without the titles before and after it, if some of them can also be names. */
const withoutTitles = (words: readonly NameWord[], kind: EntryKind): PreparedName[] => {
  const first = words.findIndex((word) => !mayBeTitle(word))
  const last = words.findLastIndex((word) => !mayBeTitle(word))
  const named = words.slice(first, last + 1)
  const isRead = words.every((word) => !mayBeTitle(word) || word.role === 'honorific')
  if (isRead || first < 0 || named.filter((word) => !isLetter(word)).length < 2) return []
  return [reading(named, kind)]
}

/** A long name without titles and particles. */
const withoutSmall = (words: readonly NameWord[], kind: EntryKind): PreparedName =>
  reading(words.length > longName ? withoutSmallWords(words) : words, kind)

/**
 * Readings of which a listed name may be a part: some given names, titles or initials do not hide it, in any number and
 * at any position. A title is a word like others here, because some are names too. Above 16 words, each reading has
 * some blocks of them.
 */
const containing = (words: readonly NameWord[], kind: EntryKind): PreparedName[] => {
  const least = words.some((word) => word.vowelless) ? someWordsWithoutVowels : someWords
  const isLong = words.filter((word) => word.role !== 'particle').length >= least
  // A Chinese character or a Korean syllable is a part of many names.
  if (!isLong || words.some((word) => word.syllable)) return []
  const named = upToTwice(words.filter((word) => !isLetter(word)))
  if (named.length < 2) return []
  return setsOf(named).map((set) => ({
    ...reading(
      set.map((word) => (word.role === 'particle' ? word : { ...word, role: 'name' })),
      kind,
    ),
    extent: 'part',
  }))
}

const upToTwice = (words: readonly NameWord[]): NameWord[] => {
  const counts = new Map<string, number>()
  return words.filter(({ text }) => {
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    return count <= maxOfOneWord
  })
}

const setsOf = (words: readonly NameWord[]): (readonly NameWord[])[] => {
  if (words.length <= maxTokens) return [words]
  // Added words, each written twice, must not divide a name into smaller blocks. Words that are twice have own readings.
  const distinct = [...new Map(words.map((word) => [word.text, word])).values()]
  const areTwice = withRepetition(words)
  return [
    ...setsOfDistinct(distinct),
    ...(areTwice.length === 0 ? [] : parts(areTwice, maxTokens, maxTokens)),
  ]
}

const setsOfDistinct = (words: readonly NameWord[]): (readonly NameWord[])[] => {
  if (words.length <= maxTokens) return [words]
  if (words.length > maxOfThree) return together(parts(words, blockOfTwo, blockOfTwo), 2)
  return together(parts(words, blockOfThree, blockOfThree), 3)
}

/** The words that a name has twice, each with its repetition after it. */
const withRepetition = (words: readonly NameWord[]): NameWord[] => {
  const known = new Map<string, NameWord>()
  return words.flatMap((word) => {
    const first = known.get(word.text)
    known.set(word.text, word)
    return first === undefined ? [] : [first, word]
  })
}

/** Every combination of so many blocks, in the order of the name. */
const together = (blocks: readonly NameWord[][], count: number): NameWord[][] =>
  count === 0
    ? [[]]
    : blocks.flatMap((block, at) =>
        together(blocks.slice(at + 1), count - 1).map((others) => [...block, ...others]),
      )

/** If one name remains among particles and initials, any of these can be the rest of it: de Said, Bongongo J. */
const aroundOneName = (words: readonly NameWord[], kind: EntryKind): PreparedName[] => {
  const [name, ...others] = words.filter((word) => !isLetter(word) && !isTitleOrParticle(word))
  if (name === undefined || others.length > 0) return []
  const distinct = new Map(words.filter((word) => word !== name).map((word) => [word.text, word]))
  const around = [...distinct.values()].map((word) => ({ ...word, role: 'name' as const }))
  return parts(around, maxTokens - 1, maxTokens - 1).map((part) => ({
    ...reading([name, ...part], kind),
    extent: 'part',
  }))
}

const withoutInitialsOfCompany = (words: readonly NameWord[], kind: EntryKind): PreparedName[] => {
  const others = kind === 'business' ? withoutOwnAcronym(words) : null
  return others === null ? [] : [reading(others, kind)]
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
  return names.filter(({ tokens, extent }) => {
    const key = extent + tokens.map(({ text, traits }) => `${text} ${traits}`).join(',')
    if (seen.has(key) || (tokens.length === 0 && seen.size > 0)) return false
    seen.add(key)
    return true
  })
}
