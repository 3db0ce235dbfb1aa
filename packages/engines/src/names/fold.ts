import { stripForeignMarks } from './foreign-marks.ts'
import { foreignLetters, latinLetters } from './transliterate.ts'

/** Maximum number of code units that are read. The API accepts 256. The rest is not compared. */
export const maxNameLength = 512

/** A name reduced to lower-case base letters, digits, spaces, `'`, `,` and `.`. */
export interface FoldedName {
  text: string
  /** Some letters were Cyrillic or Greek. */
  transliterated: boolean
  /** The name was longer than `maxNameLength`. */
  truncated: boolean
}

const plain = /^[A-Za-z ]*$/
/** Letters that print as blank space: the fillers of Hangul, and two Egyptian blanks. */
const blanks = /[\u115f\u1160\u3164\uffa0\u{13441}\u{13442}]/gu
/**
 * Invisible characters: zero-width and directional ones, soft hyphens, variation selectors, and control characters
 * other than line ends. They are removed here. In the second reading, `spaceInvisible`, they separate words.
 */
const invisible = /(?![\t-\r\u0085])[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
const apostrophes = /[’‘‛ʼʻʽʹˈ`´′＇]/g
// Accents of Latin, Greek and Cyrillic. Other scripts write vowels as marks, and different names would become equal
// without them. `stripForeignMarks` removes marks of one script on letters of another.
const diacritics = /[\u0300-\u036f]/g
const specialLatin = new RegExp(`[${Object.keys(latinLetters).join('')}]`, 'g')
const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu
const separators = /[^\p{L}\p{M}\p{N}',.]+/gu

/**
 * Removes the irrelevant parts of a word by spec/kyc#comparison-of-names: case, accents, the kind of apostrophe, and
 * all punctuation except the comma and the full stop, which titles and initials need. Lone surrogates, symbols and
 * emoji become spaces.
 */
export const foldName = (name: string): FoldedName => {
  const truncated = name.length > maxNameLength
  const read = truncated ? name.slice(0, maxNameLength) : name
  if (plain.test(read)) return { text: read.toLowerCase(), transliterated: false, truncated }
  const visible = read.replace(blanks, ' ').replace(invisible, '')
  // Apostrophes come first, because NFKD splits some of them into a space and a mark.
  const lower = visible.replace(apostrophes, "'").normalize('NFKD').toLowerCase()
  let transliterated = false
  const latin = stripForeignMarks(lower.replace(diacritics, ''))
    .replace(specialLatin, (letter) => latinLetters[letter] ?? letter)
    .replace(foreign, (letter) => {
      const latinLetter = foreignLetters.get(letter)
      if (latinLetter === undefined) return letter
      transliterated = true
      return latinLetter
    })
  // Composed again, so that a syllable of Hangul or a voiced kana counts as one letter.
  return { text: latin.normalize('NFC').replace(separators, ' '), transliterated, truncated }
}

/** The same name with a space for each run of invisible characters. Null if none is between two other characters. */
export const spaceInvisible = (name: string): string | null => {
  if (plain.test(name) || (name.search(blanks) < 0 && name.search(invisible) < 0)) return null
  const visible = name.replace(blanks, ' ')
  const spaced = visible.replace(invisible, ' ').replace(/ +/g, ' ').trim()
  return spaced === visible.replace(invisible, '').replace(/ +/g, ' ').trim() ? null : spaced
}
