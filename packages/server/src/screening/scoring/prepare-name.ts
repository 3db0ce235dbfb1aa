import anyAscii from 'any-ascii'
import type { EntryKind } from '../../lists/index.ts'
import {
  AMBIGUOUS_PARTICLES,
  foldName,
  HONORIFICS,
  MARRIAGE_TERMS,
  PARTICLES,
  splitWords,
  TRAILING_HONORIFICS,
  type Word,
} from '../../names/index.ts'
import { findForms } from './company-forms.ts'
import { isGeneric, isJoining, spellOrdinal } from './company-words.ts'
import { isTranslated } from './families.ts'
import { isIndic, spellIndic } from './indic.ts'
import { type NameToken, type TokenRole, traitsOf } from './token.ts'
import { tokenOf } from './token-cache.ts'
import { isVowelless, spellVowelless } from './vowelless.ts'

/** Words of a name that are compared; what comes after is not read. Bounds every comparison. */
export const MAX_TOKENS = 16
/** Letters of a word that are compared. */
export const MAX_TOKEN_LENGTH = 32

/** A name that was read once and can be compared many times. Immutable. */
export type PreparedName = {
  readonly kind: EntryKind
  readonly tokens: readonly NameToken[]
  /** All its letters and digits without spaces: of names that divide them otherwise it is the same. '' where unknown. */
  readonly letters: string
}

/**
 * Reads a name in any script into tokens. Never throws; a name without letters or digits has no tokens and matches
 * nothing. About 5 µs; keep the `text` and `traits` of the tokens and `nameOf` builds it again for much less.
 */
export function prepareName(raw: string, kind: EntryKind): PreparedName {
  const folded = foldName(raw.replaceAll('&', ' and ').replace(FOREIGN_J, 'j')).text
  const words = readWords(folded, kind)
  const roles = rolesOf(words, kind)
  // A name of nothing but titles, particles or forms is a name after all.
  const isNamed = roles.some((role) => role === 'name' || role === 'generic')
  const tokens = words.map((word, index) => {
    const role = isNamed ? roles[index]! : 'name'
    const mayTranslate = kind === 'business' && (role === 'name' || role === 'generic')
    return tokenOf(
      word.text,
      traitsOf(role, word.vowelless, word.syllable, mayTranslate && isTranslated(word.text)),
    )
  })
  return { kind, tokens, letters: folded.replace(NO_LETTERS, '') }
}

const NO_LETTERS = /[ ',.]+/g

/** A prepared name of tokens that are at hand; free. */
export function nameOf(tokens: readonly NameToken[], kind: EntryKind): PreparedName {
  return { kind, tokens, letters: '' }
}

type ReadWord = {
  text: string
  vowelless: boolean
  syllable: boolean
  opens: boolean
  closes: boolean
  elided: boolean
}

function readWords(folded: string, kind: EntryKind): ReadWord[] {
  const split = splitWords(folded)
  const read: ReadWord[] = []
  for (const word of kind === 'individual' ? split : joinLetters(split)) {
    for (const spelled of spell(word)) {
      for (const text of kind === 'business'
        ? [spelled.text]
        : splitPrefix(spelled.text, isVowelless(word.text))) {
        if (read.length >= MAX_TOKENS) return read
        read.push({ ...spelled, text })
      }
    }
  }
  return read
}

/** What other languages write j: Джамал is Jamal more often than Dzhamal. */
const FOREIGN_J = /дж/gi

/** A.B.C. and A B C are one word in the name of a company. */
function joinLetters(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  let runIsOpen = false
  for (const word of words) {
    const isLetter = word.text.length === 1 && !word.elided
    const last = joined.at(-1)
    if (isLetter && runIsOpen && last !== undefined) last.text += word.text
    else joined.push({ ...word })
    runIsOpen = isLetter
  }
  return joined
}

const PLAIN = /^[a-z0-9]+$/
const SYLLABIC = /[\p{Script=Han}\p{Script=Hangul}]/u
const ABUGIDA = /[\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const SYLLABLE = /[A-Z]?[a-z0-9]+|[A-Z]+/g

/** A word in Latin letters: one word, or as many as it has Chinese characters or Korean syllables. */
function spell(word: Word): ReadWord[] {
  const place = { opens: word.opensSegment, closes: word.closesSegment, elided: word.elided }
  const of = (text: string, vowelless: boolean, syllable = false) => ({
    ...place,
    text: text.slice(0, MAX_TOKEN_LENGTH),
    vowelless,
    syllable,
  })
  if (PLAIN.test(word.text)) return [of(spellOrdinal(word.text), false)]
  if (isVowelless(word.text)) {
    const text = spellVowelless(word.text)
    return text === '' ? [] : [of(text, true)]
  }
  if (isIndic(word.text)) return [of(spellIndic(word.text), false)].filter(({ text }) => text !== '')
  const syllables = anyAscii(word.text).match(SYLLABLE) ?? []
  if (SYLLABIC.test(word.text)) return syllables.map((syllable) => of(syllable.toLowerCase(), false, true))
  // Thai and its neighbours write a word without its inherent vowels.
  return [of(syllables.join('').toLowerCase(), ABUGIDA.test(word.text))].filter(({ text }) => text !== '')
}

const SERVANT = /^(abd(?:[aeiou]|ou)?[lrsntdzh])([a-z]{4,})$/
const SERVANT_VOWELLESS = /^(abdal)([a-z]{2,})$/
const ARTICLE_VOWELLESS = /^(al)([a-z]{2,})$/

/** Noureddine and Salah Uddin are Nur al-Din and Salah al-Din. */
const OF_THE_FAITH = /^([a-z]{3,}|)[aeiou]dd(?:i+|ie|ee)ne?$/

/** Abdelkader is Abd el-Kader; an Arabic article is written with its word. */
function splitPrefix(text: string, vowelless: boolean): string[] {
  const pattern = vowelless ? (text.startsWith('abd') ? SERVANT_VOWELLESS : ARTICLE_VOWELLESS) : SERVANT
  const faith = vowelless ? null : OF_THE_FAITH.exec(text)
  if (faith !== null) return faith[1] === '' ? ['al', 'din'] : [faith[1]!, 'al', 'din']
  const parts = pattern.exec(text)
  if (parts === null) return [text]
  // Abdullah and Abdallah are names of their own.
  if (!vowelless && /^l+ak?h?$/.test(text.slice(4))) return [text]
  return [vowelless ? parts[1]! : 'abdul', parts[2]!]
}

/** Particles of names beyond those of `names`; free only where another word stands before them. */
const MORE_PARTICLES = new Set(
  'bn ben bint ould wuld el al ad ar ash ul ur ud us zu zur ter ten vom af av y e i und and bat bar ap mac'.split(
    ' ',
  ),
)
/** In Arabic names these are never components of their own, wherever they stand. */
const ARTICLES = new Set('al el ul ur ud abd abdul abdel abdal abdoul'.split(' '))

function rolesOf(words: readonly ReadWord[], kind: EntryKind): TokenRole[] {
  const isPerson = kind === 'individual'
  const isForm = findForms(
    words.map((word) => word.text),
    // Ships and aircraft bear letters (YK-AYE), not forms.
    isPerson || kind === 'other',
  )
  return words.map((word, index) => {
    if (word.elided) return 'particle'
    if (isForm[index]) return 'form'
    return isPerson || kind === 'unknown' ? personRole(word, index) : companyRole(word)
  })
}

function personRole(word: ReadWord, index: number): TokenRole {
  const { text } = word
  if (text.length > 1 && word.opens && HONORIFICS.has(text)) return 'honorific'
  if (text.length > 1 && word.closes && TRAILING_HONORIFICS.has(text)) return 'honorific'
  if (MARRIAGE_TERMS.has(text)) return 'honorific'
  if (ARTICLES.has(text)) return 'particle'
  if (index === 0) return 'name'
  return PARTICLES.has(text) || AMBIGUOUS_PARTICLES.has(text) || MORE_PARTICLES.has(text)
    ? 'particle'
    : 'name'
}

function companyRole(word: ReadWord): TokenRole {
  if (isJoining(word.text)) return 'particle'
  return isGeneric(word.text) ? 'generic' : 'name'
}
