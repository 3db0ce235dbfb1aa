import anyAscii from 'any-ascii'

/**
 * Unicode blocks with one common order of letters: Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu,
 * Kannada, Malayalam.
 */
const first = 0x0900
const last = 0x0d7f
const block = 0x80

const placeOf = (code: number): number => (code >= first && code <= last ? (code - first) % block : -1)
const isConsonant = (place: number): boolean =>
  (place >= 0x15 && place <= 0x39) || (place >= 0x58 && place <= 0x5f)
const isNukta = (place: number): boolean => place === 0x3c
/** A sign for another vowel than a, or for no vowel. */
const isVowelSign = (place: number): boolean =>
  (place >= 0x3e && place <= 0x4d) || (place >= 0x55 && place <= 0x57) || place === 0x62 || place === 0x63

const anusvara = 0x02
const virama = 0x4d
const isLabial = (place: number): boolean => place >= 0x2a && place <= 0x2e
/** Spellings in English and French that differ from scholarly ones. */
const spelled: Readonly<Record<number, string>> = { 26: 'ch', 27: 'chh', 54: 'sh', 55: 'sh' }

/** Whether every letter of a word belongs to these scripts. */
export const isIndic = (word: string): boolean => {
  for (let at = 0; at < word.length; at++) if (placeOf(word.charCodeAt(at)) < 0) return false
  return word !== ''
}

/**
 * A word in Latin letters. A consonant without a sign has an a, except at the end of a word that does not end in a
 * cluster.
 */
export const spellIndic = (word: string): string => {
  let text = ''
  for (let at = 0; at < word.length; at++) {
    const place = placeOf(word.charCodeAt(at))
    let next = at + 1
    if (place === anusvara) text += isLabial(placeOf(word.charCodeAt(next))) ? 'm' : 'n'
    else text += spelled[place] ?? anyAscii(word[at]!)
    if (!isConsonant(place)) continue
    if (isNukta(placeOf(word.charCodeAt(next)))) next++
    const isLast = next >= word.length
    const hasA = isLast ? isCluster(word, at) : !isVowelSign(placeOf(word.charCodeAt(next)))
    if (hasA) text += 'a'
  }
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/([aiu])\1/g, '$1')
}

const isCluster = (word: string, at: number): boolean => at > 0 && placeOf(word.charCodeAt(at - 1)) === virama
