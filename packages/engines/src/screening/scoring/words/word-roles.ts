import type { EntryKind } from '../../../list-formats/index.ts'
import {
  ambiguousParticles,
  honorifics,
  marriageTerms,
  particles,
  titlesThatAreNames,
  trailingHonorifics,
} from '../../../names/index.ts'
import { findForms } from './company-forms.ts'
import { isGeneric, isJoining } from './company-words.ts'
import type { ReadWord } from './read-words.ts'
import type { TokenRole } from './token.ts'

/** Particles in addition to those of `names`. They are free only after another word. */
const moreParticles = new Set(
  'bn ben bint ould wuld el al ad ar ash ul ur ud us zu zur ter ten vom af av y e i und and bat bar ap mac'.split(
    ' ',
  ),
)
/** In Arabic names these words are never independent components, at any position. */
const articles = new Set('al el ul ur ud'.split(' '))

/** The role of each word of a name. */
export const rolesOf = (words: readonly ReadWord[], kind: EntryKind): TokenRole[] => {
  const isPerson = kind === 'individual'
  const isForm = findForms(
    words.map((word) => word.text),
    // Ships and aircraft have letters (YK-AYE), not legal forms.
    isPerson || kind === 'other',
  )
  const titles = isPerson || kind === 'unknown' ? titlesOf(words) : null
  return words.map((word, index) => {
    if (word.elided) return 'particle'
    if (isForm[index]) return 'form'
    return titles === null ? companyRole(word) : personRole(word, index, titles[index]!)
  })
}

/** Words that can be omitted from a long personal name at any position, if others remain. */
export const isTitleOrParticle = ({ text, elided }: ReadWord): boolean =>
  elided ||
  (text.length > 1 && (honorifics.has(text) || trailingHonorifics.has(text))) ||
  marriageTerms.has(text) ||
  isParticle(text)

const isParticle = (text: string): boolean =>
  articles.has(text) || particles.has(text) || ambiguousParticles.has(text) || moreParticles.has(text)

/** Whether a word is a title, a degree or a generation, or can also be a name. */
export const mayBeTitle = ({ text }: Pick<ReadWord, 'text'>): boolean =>
  text.length > 1 && (honorifics.has(text) || trailingHonorifics.has(text) || titlesThatAreNames.has(text))

/** Titles at the beginning and at the end of a segment. */
const titlesOf = (words: readonly ReadWord[]): boolean[] => {
  const opening = runOf(words, (word) => word.opens, honorifics)
  const closing = runOf(words.toReversed(), (word) => word.closes, trailingHonorifics).toReversed()
  return words.map((_, index) => opening[index]! || closing[index]!)
}

/** Consecutive titles of a segment. A second title requires two words that are not titles. */
const runOf = (
  words: readonly ReadWord[],
  begins: (word: ReadWord) => boolean,
  titles: ReadonlySet<string>,
): boolean[] => {
  const isTitle = ({ text }: ReadWord) => text.length > 1 && titles.has(text)
  const others = words.filter((word) => !isTitle(word)).length
  let isOpen = false
  return words.map((word) => {
    const isFirst = begins(word)
    const isOne = isTitle(word) && (isFirst || (isOpen && others >= 2))
    isOpen = isOne
    return isOne
  })
}

const personRole = ({ text }: ReadWord, index: number, isTitle: boolean): TokenRole => {
  if (isTitle || marriageTerms.has(text)) return 'honorific'
  if (articles.has(text)) return 'particle'
  if (index === 0) return 'name'
  return isParticle(text) ? 'particle' : 'name'
}

const companyRole = (word: ReadWord): TokenRole => {
  if (isJoining(word.text)) return 'particle'
  return isGeneric(word.text) ? 'generic' : 'name'
}
