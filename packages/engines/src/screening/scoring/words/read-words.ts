import anyAscii from 'any-ascii'
import type { EntryKind } from '../../../list-formats/index.ts'
import { splitWords, type Word } from '../../../names/index.ts'
import { isIndic, spellIndic } from './indic.ts'
import { spellNumbers } from './numbers.ts'
import { isAllah, isVowelless, spellVowelless } from './vowelless.ts'

/** Maximum number of words of a name that a caller sends. Longer names are refused (docs/aml-screening.md). */
export const maxWords = 64
/** Maximum number of words that are read after some were divided. No real name of `maxNameLength` has more. */
const maxRead = 256
/** Maximum number of letters of a word that are compared. */
export const maxTokenLength = 32

/** A word of a name in Latin letters, before its role is known. */
export type ReadWord = {
  text: string
  vowelless: boolean
  syllable: boolean
  opens: boolean
  closes: boolean
  elided: boolean
}

/** Reads a folded name into words. `joinsLetters` makes one word of consecutive single letters. */
export const readWords = (
  folded: string,
  kind: EntryKind,
  joinsLetters = kind !== 'individual',
): ReadWord[] => {
  const split = withAllah(splitWords(folded))
  const read: ReadWord[] = []
  for (const word of joinsLetters ? joinLetters(split) : split) {
    for (const spelled of spell(word)) {
      for (const text of kind === 'business'
        ? [spelled.text]
        : isConsonants(word.text)
          ? splitArabicPrefix(spelled.text, word.text)
          : splitPrefix(spelled.text)) {
        if (read.length >= maxRead) return withNumbers(read, kind)
        read.push({ ...spelled, text })
      }
    }
  }
  return withNumbers(read, kind)
}

/** A number in the name of a person is a generation, and a word for a number is a name. */
const withNumbers = (words: ReadWord[], kind: EntryKind): ReadWord[] =>
  kind === 'individual' ? words : spellNumbers(words)

/** The words of a folded name as people count them: a Chinese character or a Korean syllable is one word. */
export const countWords = (folded: string): number =>
  splitWords(folded).reduce((count, word) => count + spell(word).length, 0)

/** The ending -a before another noun is -at: هداية الله is Hidayatullah. */
const boundT = /\u0629$/

/** An Arabic word and Allah after it are one word, as in Latin letters. */
const withAllah = (words: readonly Word[]): readonly Word[] => {
  if (!words.some(({ text }) => isAllah(text))) return words
  const joined: Word[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last !== undefined && isAllah(word.text) && isConsonants(last.text))
      joined[joined.length - 1] = {
        ...last,
        text: last.text.replace(boundT, '\u062a') + word.text,
        closesSegment: word.closesSegment,
      }
    else joined.push(word)
  }
  return joined
}

/** A.B.C. and A B C are one word in the name of a company. */
const joinLetters = (words: readonly Word[]): Word[] => {
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

const plain = /^[a-z0-9]+$/
const syllabic = /[\p{Script=Han}\p{Script=Hangul}]/u
/** A Chinese character, a Korean block, or the text between two of them. */
const syllabicParts = /[\p{Script=Han}\p{Script=Hangul}]|[^\p{Script=Han}\p{Script=Hangul}]+/gu
const abugida = /[\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const alphanumeric = /[a-z0-9]+/gi

/** Words in Latin letters: one, or one for each Chinese character or Korean syllable. */
const spell = (word: Word): ReadWord[] => {
  const place = { opens: word.opensSegment, closes: word.closesSegment, elided: word.elided }
  const of = (text: string, vowelless: boolean, syllable = false) => ({
    ...place,
    text: text.slice(0, maxTokenLength),
    vowelless,
    syllable,
  })
  if (plain.test(word.text)) return [of(word.text, false)]
  // Each character is spelled alone. any-ascii writes IMyeong for 이명, which hides the end of 이.
  if (syllabic.test(word.text)) {
    return (word.text.match(syllabicParts) ?? [])
      .map((part) => of(latinOf(part), false, syllabic.test(part)))
      .filter(({ text }) => text !== '')
  }
  // Thai and similar scripts do not write inherent vowels.
  const leavesVowelsOut = isConsonants(word.text) || (abugida.test(word.text) && !latin.test(word.text))
  return [of(spellLetters(word.text), leavesVowelsOut)].filter(({ text }) => text !== '')
}

const latin = /[a-z]/
/** One Arabic or Hebrew letter in a Latin word does not make it a word without vowels. */
const isConsonants = (text: string): boolean => isVowelless(text) && !latin.test(text)

const mixed = /[a-z0-9]+|[^a-z0-9]+/g

/** Spells an alphabetic word. If it mixes Latin and other letters, each run is spelled by the rules of its script. */
const spellLetters = (text: string): string => {
  const runs = text.match(mixed) ?? []
  return runs.length > 1 ? runs.map(spellRun).join('') : spellRun(text)
}

const spellRun = (run: string): string => {
  if (plain.test(run)) return run
  if (isVowelless(run)) return spellVowelless(run)
  if (isIndic(run)) return spellIndic(run)
  return latinOf(run)
}

const latinOf = (text: string): string => (anyAscii(text).match(alphanumeric) ?? []).join('').toLowerCase()

const servant = /^(abd(?:[aeiou]|ou)?[lrsntdzh])([a-z]{4,})$/
const servantVowelless = /^(abdal)([a-z]{2,})$/i
const articleVowelless = /^(al)([a-z]{2,})$/i
const hasArticle = /^[\u0627\u0671]\u0644/
/** Allah alone, and as the end of another word, where Latin letters have another vowel: Nurullah. */
const ofAllah = /^(.*?)a?(l{2,}H)$/

/** Noureddine and Salah Uddin are Nur al-Din and Salah al-Din. */
const ofTheFaith = /^([a-z]{3,}|)[aeiou]dd(?:i+|ie|ee)ne?$/

/** Abdelkader is Abd el-Kader. */
const splitPrefix = (text: string): string[] => {
  const faith = ofTheFaith.exec(text)
  if (faith !== null) return faith[1] === '' ? ['al', 'din'] : [faith[1]!, 'al', 'din']
  const parts = servant.exec(text)
  // Abdullah and Abdallah are complete names.
  if (parts === null || /^l+ak?h?$/.test(text.slice(4))) return [text]
  return ['abdul', parts[2]!]
}

/** An Arabic article is written with its word. `written` is the word before it was spelled. */
const splitArabicPrefix = (text: string, written: string): string[] => {
  const god = ofAllah.exec(text)
  if (god !== null) return [god[1] === '' ? text : god[1] + god[2]!]
  const parts = servantVowelless.exec(text) ?? (hasArticle.test(written) ? articleVowelless.exec(text) : null)
  return parts === null ? [text] : [parts[1]!, parts[2]!]
}
