import { ambiguousParticles, honorifics, particles } from '../../names/index.ts'
import { familiesOf } from '../scoring/words/families.ts'

const word = /(?<![\p{L}\p{M}\p{N}'’.-])[A-Za-z]{2,3}(?![\p{L}\p{M}\p{N}'’-])/gu
const withoutVowel = /^[bcdfghjklmnpqrstvwxz]+$/i
const pair = /^(?:[A-Z]{2}|[a-z]{2})$/
const capitals = /^[A-Z]{2,3}$/
/** A name with a given name in small letters: capitals alone are then unusual. */
const smallWord = /\p{Lu}?\p{Ll}{2}/u
const openingCapitals = /^\P{L}*[A-Z]{2}(?![\p{L}\p{M}])/u
const closingCapitals = /(?<![\p{L}\p{M}'’-])[A-Z]{2,3}$/u
/** In a name without capitals, two letters at the beginning. */
const openingLetters = /^[a-z]{2} (?=[^A-Z]{3,}$)/

/**
 * The initials of several names, written as one word, as separate letters: JC Juncker. They have no vowel, or they are
 * capitals at the beginning or the end of a name that also has small letters, or the first two letters of a name without capitals.
 * Short surnames such as Li and Wu remain words.
 */
export const withSeparateInitials = (name: string): string[] => {
  const isSmall = smallWord.test(name)
  let opens = (openingCapitals.test(name) && isSmall) || openingLetters.test(name)
  const closes = closingCapitals.test(name) && isSmall ? name.length : -1
  const read = name.replace(word, (letters, at: number) => {
    const mayBeInitials = opens || at + letters.length === closes
    const isInitials =
      !isKnown(letters) && (withoutVowel.test(letters) || (mayBeInitials && isPair(letters, closes > 0)))
    opens = false
    return isInitials ? [...letters].join(' ') : letters
  })
  return read === name ? [] : [read]
}

const isPair = (letters: string, atEnd: boolean): boolean =>
  pair.test(letters) || (atEnd && capitals.test(letters))

/** Short surnames, articles and titles. */
const isKnown = (letters: string): boolean => {
  const text = letters.toLowerCase()
  return (
    familiesOf(text).length > 0 || ambiguousParticles.has(text) || honorifics.has(text) || particles.has(text)
  )
}
