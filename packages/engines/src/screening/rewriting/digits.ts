/** Digits and signs by the letter of their shape. 1, ! and | are an i or an l. */
const shapes: Readonly<Record<string, string>> = {
  '0': 'o',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '€': 'e',
  '£': 'l',
  '¥': 'y',
  '¢': 'c',
  '!': '1',
  '|': '1',
  '¡': '1',
  '#': 'h',
  '+': 't',
}

const runs = /[\p{L}\p{M}\p{N}@$€£¥¢!|¡#+]+/gu
const letter = /\p{L}/u
const sign = /[0-9@$€£¥¢!|¡#+]/g
const hasSign = /[0-9@$€£¥¢!|¡#+]/

/** A capital I among small letters, an l among capitals and an l before a consonant can each be the other letter. */
const smallAndI = /^\p{L}(?=.*\p{Ll})(?=.*I)[\p{Ll}\p{M}I]+$/u
const capitalsAndL = /^(?=.*l)(?=(?:.*\p{Lu}){2})[\p{Lu}\p{M}l]+$/u
const openingL = /^l(?=[bcdfghjkmnpqrstvwxz])/
/** Almost no name has one of these, and then nothing changes. */
const mayChange =
  /[0-9@$€£¥¢!|¡#+]|\p{L}I[\p{Ll}\p{M}]|[\p{Ll}\p{M}]I|l\p{Lu}|\p{Lu}{2}l|(?<!\p{L})l[bcdfghjkmnpqrstvwxz]/u

/**
 * The name with digits and signs as the letters of their shape, for words that have letters too. In the name of a
 * person a word of digits alone is read in this way, too, if another word has both. The first result leaves 1 for i or
 * l, which a comparison by shape decides. The second one has the more probable of both. The others have no digits in words.
 */
export const byDigits = (name: string, isPerson: boolean): string[] => {
  if (!mayChange.test(name)) return []
  const marked = name.replace(runs, markStrokes)
  const words = marked.match(runs) ?? []
  const isMixed = words.some((word) => hasSign.test(word) && letter.test(word))
  if (!isMixed) return []
  const read = marked.replace(runs, (word) =>
    hasSign.test(word) && (isPerson || letter.test(word))
      ? word.replace(sign, (one) => shapes[one] ?? one)
      : word,
  )
  // Without a digit in the name, the comparison by shape alone finds the i or the l.
  if (!hasSign.test(name)) return [read]
  const spelled = read.replace(runs, spellStrokes)
  return [read, spelled, ...(isPerson ? withoutNumbers(name) : [])].filter((reading) => reading !== name)
}

/** Digits that people write for Arabic letters without a Latin one: ح, خ, ق, ط, غ. 2 and 3 are ء and ع, which have no letter. */
const arabicSounds: Readonly<Record<string, string>> = { '7': 'h', '5': 'kh', '9': 'q', '6': 't', '8': 'gh' }
const atLetter = /(?<=\p{L}\p{M}*)[0-9]+|[0-9]+(?=\p{L})/gu
const betweenLetters = /(?<=\p{L}\p{M}*)[0-9]+(?=\p{L})/gu

/** A number can be at a word (Kiala2, NsimbaKiala1965) or between two (Nsimba1Kiala), or its digits are Arabic letters (3ali, Mo7amed). */
const withoutNumbers = (name: string): string[] => [
  ...new Set([
    name.replace(atLetter, ''),
    name.replace(betweenLetters, ' ').replace(atLetter, ''),
    name.replace(atLetter, (digits) => digits.replace(/[0-9]/g, (digit) => arabicSounds[digit] ?? '')),
  ]),
]

const markStrokes = (word: string): string => {
  if (capitalsAndL.test(word)) return word.replaceAll('l', '1')
  const opened = word.replace(openingL, '1')
  return smallAndI.test(opened) ? opened[0] + opened.slice(1).replaceAll('I', '1') : opened
}

const vowel = /[aeiouyAEIOUY]/

/** Between two consonants, and before one at the beginning, a stroke is an i. Next to a vowel it is an l. */
const spellStrokes = (word: string): string => {
  let spelled = ''
  for (let at = 0; at < word.length; at++) {
    const isL = vowel.test(spelled.at(-1) ?? '') || vowel.test(word[at + 1] ?? '')
    spelled += word[at] === '1' ? (isL ? 'l' : 'i') : word[at]
  }
  return spelled
}
