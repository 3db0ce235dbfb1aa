/**
 * Removes marks that do not belong to the letter before them. A Thai vowel on a Latin letter is invisible or
 * unreadable to people, and the whole word would be classified as Thai.
 */

/** Scripts whose marks are vowels or parts of letters. A letter of any other script keeps no mark at all. */
const scriptsWithMarks =
  'Arabic Hebrew Syriac Thaana Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Mongolian Hiragana Katakana Javanese Balinese Sundanese Limbu Tai_Tham Meetei_Mayek Cham Chakma'.split(
    ' ',
  )

type OwnMarks = { letter: RegExp; mark: RegExp }

// Marks that Unicode assigns to no single script (script Inherited) are marks of every script in this table.
const ownMarks: readonly OwnMarks[] = scriptsWithMarks.map((script) => ({
  letter: new RegExp(`\\p{Script=${script}}`, 'u'),
  mark: new RegExp(`\\p{Script_Extensions=${script}}|\\p{Script=Inherited}`, 'u'),
}))

const mark = /\p{M}/u
const withoutOwnMarks = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]$/u

/** Removes every mark that does not belong to the script of its letter. Expects decomposed text (NFD or NFKD). */
export const stripForeignMarks = (text: string): string => {
  if (!mark.test(text)) return text
  let kept = ''
  let own: OwnMarks | null = null
  for (const character of text) {
    if (!mark.test(character)) {
      own = ownMarksOf(character)
      kept += character
    } else if (own?.mark.test(character)) kept += character
  }
  return kept
}

const ownMarksOf = (character: string): OwnMarks | null => {
  if (withoutOwnMarks.test(character)) return null
  return ownMarks.find(({ letter }) => letter.test(character)) ?? null
}
