import { FOREIGN_LETTERS, LATIN_LETTERS } from './transliterate.ts'

/** Code units of a name that are read. The API accepts 256; what lies beyond is not compared. */
export const MAX_NAME_LENGTH = 512

/** A name reduced to lower-case base letters, digits, spaces, `'`, `,` and `.`. */
export interface FoldedName {
  text: string
  /** Some letters were Cyrillic or Greek. */
  transliterated: boolean
  /** The name was longer than `MAX_NAME_LENGTH`. */
  truncated: boolean
}

const PLAIN = /^[A-Za-z ]*$/
// Zero-width and directional characters, and the soft hyphen, are invisible to whoever typed the name.
const INVISIBLE = /\p{Cf}/gu
const APOSTROPHES = /[’‘‛ʼʻʽʹˈ`´′＇]/g
// Accents of Latin, Greek and Cyrillic only: other scripts write vowels as marks, and without them other
// names become equal.
const DIACRITICS = /[\u0300-\u036f]/g
const SPECIAL_LATIN = new RegExp(`[${Object.keys(LATIN_LETTERS).join('')}]`, 'g')
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu
const SEPARATORS = /[^\p{L}\p{M}\p{N}',.]+/gu

/**
 * Removes what decisions §6 declares irrelevant inside a word: case, accents, the kind of apostrophe
 * and every punctuation but the comma and the full stop, which the reading of titles and initials needs.
 * Lone surrogates, symbols and emoji count as spaces.
 */
export function foldName(name: string): FoldedName {
  const truncated = name.length > MAX_NAME_LENGTH
  const read = truncated ? name.slice(0, MAX_NAME_LENGTH) : name
  if (PLAIN.test(read)) return { text: read.toLowerCase(), transliterated: false, truncated }
  // Apostrophes go first: NFKD takes some of them apart into a space and a mark.
  const lower = read.replace(INVISIBLE, '').replace(APOSTROPHES, "'").normalize('NFKD').toLowerCase()
  let transliterated = false
  const latin = lower
    .replace(DIACRITICS, '')
    .replace(SPECIAL_LATIN, (letter) => LATIN_LETTERS[letter] ?? letter)
    .replace(FOREIGN, (letter) => {
      const latinLetter = FOREIGN_LETTERS.get(letter)
      if (latinLetter === undefined) return letter
      transliterated = true
      return latinLetter
    })
  // Composed again so that a syllable of Hangul or a voiced kana counts as one letter.
  return { text: latin.normalize('NFC').replace(SEPARATORS, ' '), transliterated, truncated }
}
