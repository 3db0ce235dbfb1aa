import { likelihoodOf } from './likely-letters.ts'

/** A q without a vowel next to it is rare in any language. It is the place of a on the other keyboard (AZERTY, QWERTY). */
const misplacedQ = /(?<![aeiou])q(?![aeiouy])|\b[^aeiouy\W]q/i

const words = /[\p{L}\p{M}]+/gu

const exchanged: ReadonlyMap<string, string> = new Map(
  ['aq', 'wz'].flatMap(([a = '', b = '']) =>
    [
      [a, b],
      [b, a],
      [a.toUpperCase(), b.toUpperCase()],
      [b.toUpperCase(), a.toUpperCase()],
    ].map(([from = '', to = '']) => [from, to] as const),
  ),
)

const count = (name: string, letter: RegExp): number => name.match(letter)?.length ?? 0

/** Every a became a q, so an a is rarer than a q. */
const isMistyped = (text: string): boolean => misplacedQ.test(text) && count(text, /q/gi) > count(text, /a/gi)

const exchangedIn = (text: string): string =>
  text.replace(/[aqwz]/gi, (letter) => exchanged.get(letter) ?? letter)

/** The key of an M is that of a comma or a semicolon on the other keyboard. */
const withM = (text: string): string => text.replace(/[,;](?=[\p{L},;])/gu, 'm')

/**
 * The name with the letters of the other keyboard, if it has a q where no name has one: in the whole name, only in its
 * words with such a q, or in its words with any q. Other words can have been added later.
 */
export const onOtherKeyboard = (name: string): string[] => {
  if (!misplacedQ.test(name)) return []
  const inWords = (isWanted: (word: string) => boolean) =>
    name.replace(words, (word) => (isWanted(word) ? exchangedIn(word) : word))
  const read = [inWords(isMistyped), inWords((word) => /q/i.test(word))]
  if (isMistyped(name)) read.push(exchangedIn(name), withM(exchangedIn(name)))
  return read.filter((reading) => reading !== name)
}

const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const byRussianKey: ReadonlyMap<string, string> = new Map(
  [...russianKeys].map((key, at) => [key, latinKeys[at] as string]),
)
/** Other keyboards, in the order of `latinKeys`. Greek and Hebrew have signs at some keys. */
const otherKeys = [
  'йцукенгшщзхїфівапролджєячсмитьбю',
  ',уеишщксдзц;ьяаожгтнвмчюйъэфхпрл',
  'ضصثقفغعهخحجدشسيبلاتنمكطئءؤرﻻىةوز',
  "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ",
  ";ςερτυθιοπ[]ασδφγηξκλ;'ζχψωβνμ,.",
  "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ[]ㅁㄴㅇㄹㅎㅗㅓㅏㅣ;'ㅋㅌㅊㅍㅠㅜㅡ,.",
].map(
  (keys): ReadonlyMap<string, string> => new Map([...keys].map((key, at) => [key, latinKeys[at] as string])),
)
const otherScript =
  /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Greek}\p{Script=Hangul}]/u
/** The signs of Korean keys, of which a syllable consists. */
const jamo = new Map(
  [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'].map(
    (sign, at) => [String.fromCharCode(0x1100 + at), sign] as const,
  ),
)
const jamoVowels = [...'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ']
const jamoFinals = [...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ']
const inSigns = (name: string): string =>
  [...name.normalize('NFD')]
    .map((one) => {
      const code = one.charCodeAt(0)
      return jamo.get(one) ?? jamoVowels[code - 0x1161] ?? jamoFinals[code - 0x11a8] ?? one
    })
    .join('')
const hangul = /\p{Script=Hangul}/u
/** The Latin keys of a name that was truly written in another script are no name. */
const leastLikely = -4.3

/** A Latin name that was typed while the keyboard had letters of another script. No result if the Latin keys are no name. */
export const onKeyboardOfScript = (name: string): string[] => {
  if (!otherScript.test(name)) return []
  const text = (hangul.test(name) ? inSigns(name) : name.normalize('NFC')).toLowerCase().replaceAll('لا', 'ﻻ')
  return otherKeys.flatMap((keys) => {
    const read = onKeys(text, keys)
    return read !== null && likelihoodOf(read) > leastLikely ? [read] : []
  })
}

/** Null if a letter is on no key, as is the first letter of most names on the keyboards of other scripts. */
const onKeys = (text: string, keys: ReadonlyMap<string, string>): string | null => {
  let read = ''
  for (const letter of text) {
    const key = keys.get(letter) ?? letter
    if (key < ' ' || key > '~') return null
    read += key
  }
  return read
}

const russianVowels = /[аеёиоуыэюя]/gi
const cyrillicLetters = /\p{Script=Cyrillic}/gu
/** Of the letters of a Russian name, about four in ten are vowels. The keys of Latin vowels are consonants. */
const leastVowels = 0.28

/** A Latin name that was typed while the keyboard was Russian (ьщрфььув is mohammed). No result for a name that is truly Cyrillic. */
export const onRussianKeyboard = (name: string): string[] => {
  const letters = count(name, cyrillicLetters)
  if (letters < 4 || count(name, russianVowels) >= leastVowels * letters) return []
  return [[...name.toLowerCase()].map((letter) => byRussianKey.get(letter) ?? letter).join('')]
}
