import { ambiguousParticles, honorifics, particles } from '../../names/index.ts'
import { familiesOf } from '../scoring/words/families.ts'

const word = /(?<![\p{L}\p{M}\p{N}'’.-])[A-Za-z]{2,3}(?![\p{L}\p{M}\p{N}'’-])/gu
const withoutVowel = /^[bcdfghjklmnpqrstvwxz]+$/i
const capitals = /^[A-Z]{2}$/
/** A name with a given name in small letters: capitals alone are then unusual. */
const smallWord = /\p{Lu}?\p{Ll}{2}/u
const openingCapitals = /^\P{L}*[A-Z]{2}(?![\p{L}\p{M}])/u

/**
 * The initials of several names, written as one word, as separate letters: JC Juncker. They have no vowel, or they are
 * two capitals at the beginning of a name that also has small letters. Short surnames such as Li and Wu remain words.
 */
export const withSeparateInitials = (name: string): string[] => {
  const isOpening = openingCapitals.test(name) && smallWord.test(name)
  let opens = isOpening
  const read = name.replace(word, (letters) => {
    const isInitials = !isKnown(letters) && (withoutVowel.test(letters) || (opens && capitals.test(letters)))
    opens = false
    return isInitials ? [...letters].join(' ') : letters
  })
  return read === name ? [] : [read]
}

/** Short surnames, articles and titles. */
const isKnown = (letters: string): boolean => {
  const text = letters.toLowerCase()
  return (
    familiesOf(text).length > 0 || ambiguousParticles.has(text) || honorifics.has(text) || particles.has(text)
  )
}
