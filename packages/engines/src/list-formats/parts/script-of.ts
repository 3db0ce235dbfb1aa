// ISO 15924 codes of the scripts of listed names, frequent ones first.
const scripts: readonly (readonly [code: string, letters: RegExp])[] = (
  [
    ['Latn', 'Latin'],
    ['Cyrl', 'Cyrillic'],
    ['Arab', 'Arabic'],
    ['Hani', 'Han'],
    ['Hang', 'Hangul'],
    ['Hira', 'Hiragana'],
    ['Kana', 'Katakana'],
    ['Hebr', 'Hebrew'],
    ['Grek', 'Greek'],
    ['Geor', 'Georgian'],
    ['Armn', 'Armenian'],
    ['Thai', 'Thai'],
    ['Deva', 'Devanagari'],
    ['Beng', 'Bengali'],
    ['Mymr', 'Myanmar'],
    ['Khmr', 'Khmer'],
    ['Laoo', 'Lao'],
    ['Ethi', 'Ethiopic'],
    ['Sinh', 'Sinhala'],
    ['Taml', 'Tamil'],
    ['Telu', 'Telugu'],
    ['Knda', 'Kannada'],
    ['Mlym', 'Malayalam'],
    ['Gujr', 'Gujarati'],
    ['Guru', 'Gurmukhi'],
    ['Tibt', 'Tibetan'],
    ['Mong', 'Mongolian'],
    ['Thaa', 'Thaana'],
    ['Syrc', 'Syriac'],
    ['Tfng', 'Tifinagh'],
  ] as const
).map(([code, name]) => [code, new RegExp(`\\p{Script=${name}}`, 'gu')] as const)

const plainLatin = /^[\p{ASCII}\u00c0-\u024f\u2010-\u201f]*$/u

/** The script of most letters of a text (ISO 15924). `Zyyy` if it has no letters. */
export const scriptOf = (text: string): string => {
  if (plainLatin.test(text)) return /\p{L}/u.test(text) ? 'Latn' : 'Zyyy'
  let most = 0
  let found = 'Zyyy'
  let left = text.match(/\p{L}/gu)?.length ?? 0
  for (const [code, letters] of scripts) {
    const count = text.match(letters)?.length ?? 0
    if (count > most) {
      most = count
      found = code
    }
    left -= count
    if (left <= 0) break
  }
  return found
}
