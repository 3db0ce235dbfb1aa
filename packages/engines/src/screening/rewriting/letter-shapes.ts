import { unicodeShapes } from './unicode-shapes.ts'

/** Shapes that the Unicode data does not have. Each pair is a letter and the Latin letter of that shape. */
const closeShapes =
  'п:n г:r ц:u ш:w ѵ:v Ч:y η:n κ:k τ:t χ:x ω:w υ:u λ:a π:n Ꭴ:o Ꮖ:i Ꭲ:t Ꮑ:n Ꮍ:y ա:a գ:q ր:n ք:p մ:u Լ:l ӏ:1 Ӏ:1 Ꮜ:u ' +
  'ᗩ:a ᕱ:a ᑕ:c ᗪ:d ᖴ:f ᘜ:g ᘿ:e ᑎ:n ᑫ:q ᔕ:s ᗯ:w ᘔ:z ᕮ:e ᐱ:a ᘻ:m'

/** Mirrored and decorated shapes. Among letters of their own alphabet they have only their sound. */
const decoratedShapes =
  'и:n й:n И:n Й:n я:r Я:r д:a Д:a з:e З:e л:n Л:n ж:x ф:o ъ:b э:e Э:e ч:y щ:w Ц:u ю:io Λ:a Δ:a Σ:e Ξ:e Ω:o Θ:o Φ:o ' +
  'Π:n Ψ:w σ:o ς:c μ:u δ:d ξ:e φ:o ψ:w ե:t ւ:l բ:p ձ:d ռ:n կ:u վ:u Մ:u Ւ:l Շ:t չ:z ק:p ש:w א:x ץ:y ן:j ﻮ:g ' +
  'ค:a ๒:b ๔:d เ:i ๓:m ภ:n ๏:o ร:s ย:u ฬ:w ђ:h'

/** Latin letters upside down. ɔ and ǝ are also letters of African alphabets. */
const turnedShapes =
  'ɐ:a ɔ:c ǝ:e ə:e ɟ:f ƃ:g ɥ:h ᴉ:i ɾ:j ʞ:k ꞁ:l ɯ:m ɹ:r ʇ:t ʌ:v ʍ:w ʎ:y Ɔ:c Ǝ:e Ⅎ:f ſ:j Ʞ:k Ɯ:m Ʌ:v'
/** Plain letters that are another letter upside down. */
const plainTurned = 'b:q q:b d:p p:d n:u u:n'
/** The two that a reader notices least, in a name in which only some letters are turned. */
const turnedNs = 'n:u u:n'

type Shapes = ReadonlyMap<string, string>

const tableOf = (pairs: string): Shapes =>
  new Map(pairs.split(' ').map((pair) => pair.split(':') as [string, string]))

const ofUnicode: Shapes = new Map(
  Object.entries(unicodeShapes).flatMap(([shape, letters]) =>
    [...letters].map((letter) => [letter, shape] as const),
  ),
)
const close = tableOf(closeShapes)
const decorated = tableOf(decoratedShapes)
const turned = tableOf(turnedShapes)
const someTurned = tableOf(`${turnedShapes} ${turnedNs}`)
const allTurned = tableOf(`${turnedShapes} ${plainTurned}`)

/** Both orders: ա is a w in the Unicode data, and an a for people who use it as one. */
const ofWholeWords: readonly (readonly Shapes[])[] = [
  [ofUnicode, close],
  [close, ofUnicode],
]
const ofMixedWords: readonly (readonly Shapes[])[] = ofWholeWords.map((tables) => [...tables, decorated])

const words = /[\p{L}\p{M}\p{N}]+/gu
const foreignLetter = /[^\p{Script=Latin}\p{M}0-9]/u
const latinLetter = /\p{Script=Latin}/u
/** Words of these scripts have no look-alike of a whole Latin word. */
const syllabic = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const alphabets = 'Cyrillic Greek Armenian Cherokee Canadian_Aboriginal Lisu Thai Hebrew Arabic Georgian'
  .split(' ')
  .map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

/**
 * The name with letters of other scripts as the Latin letters of the same shape, in words that mix scripts or consist
 * of look-alikes alone. A name that is truly Cyrillic, Greek, Armenian or Cherokee is also read by its sound, because
 * its own writing remains a reading. No result if no letter changes.
 */
export const byShapes = (name: string): string[] => {
  if (plain.test(name) || !mayHaveShapes.test(name)) return []
  const text = plainSigns(name)
  // A truly foreign name has letters without a Latin shape in at least one word.
  const isWhole = (text.match(words) ?? []).every(hasShape)
  const read = [0, 1].map((order) => text.replace(words, (word) => byShape(word, order, isWhole)))
  const upright = replaceBy(text, [turned])
  const turnedOver = upright === text ? [] : turnedReadings(text)
  return [...read, upright, ...turnedOver].filter((reading) => reading !== name)
}

const plain = /^[ -~]*$/
const firstRegional = 0x1f1e6
const firstEnclosed = [0x1f130, 0x1f150, 0x1f170, 0x1f110, firstRegional]
const enclosed = /[\u{1f110}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
/** A sign that is enclosed, a letter or a digit of another script, or a turned letter. A name with accents alone has none. */
const mayHaveShapes = new RegExp(
  `${enclosed.source}|(?![\\p{Script=Latin}0-9])[\\p{L}\\p{N}]|[${[...turned.keys()].join('')}]`,
  'u',
)

const byShape = (word: string, order: number, isWholeName: boolean): string => {
  if (!foreignLetter.test(word) || syllabic.test(word)) return word
  if (isDisguised(word)) return replaceBy(word, ofMixedWords[order]!)
  return isWholeName ? replaceBy(word, ofWholeWords[order]!) : word
}

/** Whether a word mixes scripts, or each of its letters looks like a Latin one. */
const hasShape = (word: string): boolean => {
  if (!foreignLetter.test(word)) return true
  if (syllabic.test(word)) return false
  return isDisguised(word) || [...word].every((letter) => !foreignLetter.test(letter) || isClose(letter))
}

const isClose = (letter: string): boolean => ofUnicode.has(letter) || close.has(letter)

/** A word of two scripts that has no more other letters than plain and close ones. One wrong key disguises no word. */
const isDisguised = (word: string): boolean => {
  if (!isMixed(word)) return false
  const letters = [...word]
  const others = letters.filter((letter) => foreignLetter.test(letter) && !isClose(letter)).length
  const plainOnes = letters.filter((letter) => latinLetter.test(letter)).length
  return (
    others <= plainOnes ||
    (plainOnes === 0 && letters.every((letter) => isClose(letter) || decorated.has(letter)))
  )
}

const otherLetter = /(?!\p{Script=Latin})(?!\p{Script=Common})(?!\p{Script=Inherited})\p{L}/u
/** Lists have Latin words with letters of these by mistake. They are read by their shape, or else by their sound. */
const mixedByMistake = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/**
 * Whether a word has Latin letters among letters of another script that look like no Latin ones (kบzก). No search can read it. Names of
 * companies join Latin words to East Asian ones (株式会社ABC, 三菱UFJ銀行). So there, East Asian characters must be between Latin letters, or
 * one Latin letter between East Asian ones.
 */
export const hasUnreadableMixture = (name: string): boolean =>
  !plain.test(name) && (plainSigns(name).match(words) ?? []).some(isUnreadable)

const isUnreadable = (word: string): boolean => {
  if (!latinLetter.test(word)) return false
  const letters = [...word].filter((one) => latinLetter.test(one) || otherLetter.test(one))
  if (letters.some((one) => !latinLetter.test(one) && !syllabic.test(one) && !isReadable(one))) return true
  const runs = letters.map((one) => (syllabic.test(one) ? 'e' : 'l')).join('')
  return /le+l|ele/.test(runs)
}

const isReadable = (letter: string): boolean =>
  isClose(letter) || decorated.has(letter) || turned.has(letter) || mixedByMistake.test(letter)

const isMixed = (word: string): boolean =>
  latinLetter.test(word) || alphabets.filter((alphabet) => alphabet.test(word)).length > 1

const replaceBy = (text: string, tables: readonly Shapes[]): string => {
  let replaced = ''
  for (const letter of text) {
    replaced += tables.find((table) => table.has(letter))?.get(letter) ?? letter
  }
  return replaced
}

/** A text that was turned over, in the order of its letters or in the reverse order, or in which some letters were. */
const turnedReadings = (text: string): string[] => {
  const small = text.toLowerCase()
  const over = replaceBy(small, [allTurned])
  return [over, [...over].reverse().join(''), replaceBy(small, [someTurned])]
}

const alphabetLength = 26

/** Letters in circles and squares, and the letters of flags, as plain letters. */
const plainSigns = (name: string): string =>
  name.replace(enclosed, (sign) => {
    const code = sign.codePointAt(0)!
    const first = firstEnclosed.find((from) => code >= from && code < from + alphabetLength)
    return first === undefined ? sign : String.fromCharCode(97 + code - first)
  })
