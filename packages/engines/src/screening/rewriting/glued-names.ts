import { inflection } from '../scoring/partial-words.ts'
import { givenNames } from '../scoring/words/families.ts'
import { isCommonSurname } from '../scoring/words/frequent-surnames.ts'

/** Shorter names begin or end many other words. */
const minName = 4
const minGlued = 2 * minName
const longWord = /[A-Za-z]{8,}/
const words = /[A-Za-z]{8,}/g

/** A name with a space at each well-known given name that is joined to another one: jeanmukendi, mukendijean. */
export const withKnownNamesApart = (name: string): string[] => {
  if (!longWord.test(name)) return []
  const read = name.replace(words, apart)
  return read === name ? [] : [read]
}

const long = [...givenNames].filter((name) => name.length >= minName)
/** Most words begin and end like no known name, so that they are not divided at every letter. */
const beginnings: ReadonlySet<string> = new Set(long.map((name) => name.slice(0, minName)))
const ends: ReadonlySet<string> = new Set(long.map((name) => name.slice(-minName)))

const apart = (word: string): string => {
  if (word.length < minGlued) return word
  const text = word.toLowerCase()
  if (!beginnings.has(text.slice(0, minName)) && !ends.has(text.slice(-minName))) return word
  // Martinez is not Mart Inez. Abd and the word after it are one name in most spellings.
  if (text.startsWith('abd') || givenNames.has(text) || isCommonSurname(text)) return word
  for (let at = text.length - minName; at >= minName; at--) {
    const rest = text.slice(at)
    if (givenNames.has(text.slice(0, at)) && !inflection.test(rest))
      return `${text.slice(0, at)} ${apart(rest)}`
  }
  for (let at = minName; at <= text.length - minName; at++)
    if (givenNames.has(text.slice(at)) && !inflection.test(text.slice(at)))
      return `${apart(text.slice(0, at))} ${text.slice(at)}`
  return word
}
