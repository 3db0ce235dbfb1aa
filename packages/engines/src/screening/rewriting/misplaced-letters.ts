import { likelihoodOf, likelihoodOfReverse } from './likely-letters.ts'

const qwerty = "qwertyuiop[]asdfghjkl;'zxcvbnm,./"
/** The signs of the same keys on other keyboards with Latin letters. */
const keyboards = {
  dvorak: "',.pyfgcrl/=aoeuidhtns-;qjkxbmwvz",
  colemak: "qwfpgjluy;[]arstdhneio'zxcvbkm,./",
  toTheLeft: "wertyuiop[]\\sdfghjkl;'\\xcvbnm,./\\",
}
/** A name with a higher likelihood is as it was meant, and so is a word, which varies more. Most names are above them. */
const plausible = -4.3
const plausibleWord = -4.7
/** From so many bits for each letter, the other reading is the meant one. */
const minGain = 1
const minWordGain = 1.4
/** Letters in reverse are more like a name than those of another keyboard. One name of a hundred has this gain by chance. */
const minReversedGain = 0.25

/** The letters of another reading for each code of ASCII. */
type Replacements = readonly string[]

const replacementsOf = (letterOf: (letter: string) => string | undefined): Replacements =>
  Array.from({ length: 128 }, (_, code) => {
    const letter = String.fromCharCode(code)
    return letterOf(letter) ?? letter
  })

const byKeys = (from: string, to: string): Replacements =>
  replacementsOf((letter) => to[from.indexOf(letter)])

const cyrillicKeys = 'йцукенгшщзхъфывапролджэячсмитьбю.'
const cyrillicSounds: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ' +
    'ю:yu я:ya'
  )
    .split(' ')
    .map((pair) => pair.split(':')),
)
/** A Cyrillic name that was typed on Latin keys (Genby is Путин). */
const fromCyrillic = replacementsOf((letter) => {
  const typed = cyrillicKeys[qwerty.indexOf(letter)]
  return typed === undefined ? undefined : (cyrillicSounds[typed] ?? typed)
})

const keyboardReadings: readonly Replacements[] = [
  ...[keyboards.dvorak, keyboards.colemak, keyboards.toTheLeft].flatMap((other) => [
    byKeys(other, qwerty),
    byKeys(qwerty, other),
  ]),
  fromCyrillic,
]

const replaced = (text: string, replacements: Replacements): string => {
  let read = ''
  for (let at = 0; at < text.length; at++) read += replacements[text.charCodeAt(at)]!
  return read
}

const wordsReversed = (text: string): string =>
  text
    .split(' ')
    .map((word) => [...word].reverse().join(''))
    .join(' ')

const plainText = /^[ -~]*$/

/**
 * A name whose letters a program or a writer put into another place: each word in reverse, or the keys of another keyboard.
 * Letters of such a name hardly follow each other in any name, and those of the reading do. Of all readings, the most likely one is
 * returned, and the one that only changes the unlikely words, because other words can have been added later.
 */
export const withLettersInPlace = (name: string): string[] => {
  if (!plainText.test(name)) return []
  // A comma after a family name is no key.
  const text = name.toLowerCase().replaceAll(', ', ' ')
  const own = likelihoodOf(text)
  const readings = likelihoodOfReverse(text) > own + minReversedGain ? [wordsReversed(text)] : []
  const words = text.split(' ')
  const unlikelyWords = words.map((word) => word.length > 3 && likelihoodOf(word) < plausibleWord)
  if (own > plausible && !unlikelyWords.includes(true)) return readings
  const whole = moreLikely(text, own + minGain)
  if (whole !== null) readings.push(whole)
  const changed = words.map((word, at) =>
    unlikelyWords[at] ? (moreLikely(word, likelihoodOf(word) + minWordGain) ?? word) : word,
  )
  const byWord = changed.join(' ')
  if (byWord !== text && byWord !== whole) readings.push(byWord)
  return readings
}

/** The most likely reading, if it is more likely than `least`. */
const moreLikely = (text: string, least: number): string | null => {
  const inReverse = likelihoodOfReverse(text)
  let best = inReverse > least ? wordsReversed(text) : null
  let highest = Math.max(least, inReverse)
  for (const replacements of keyboardReadings) {
    const read = replaced(text, replacements)
    const likelihood = likelihoodOf(read)
    if (likelihood <= highest) continue
    best = read
    highest = likelihood
  }
  return best
}
