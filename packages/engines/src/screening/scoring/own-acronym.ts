import { isJoining } from './words/company-words.ts'
import type { ReadWord } from './words/read-words.ts'

const minLetters = 3
const maxLetters = 7

/**
 * The words of an organization without the one that is only the initials of others: Kasai Marble Works (KMW). It says
 * nothing more, and the other words are also found by their initials.
 */
export const withoutOwnAcronym = (words: readonly ReadWord[]): readonly ReadWord[] => {
  if (words.length <= minLetters) return words
  const isAcronym = (word: ReadWord): boolean => {
    const { length } = word.text
    if (length < minLetters || length > maxLetters || words.length <= length) return false
    const others = words.filter((other) => other !== word && !isJoining(other.text))
    return others
      .map(({ text }) => text[0])
      .join('')
      .includes(word.text)
  }
  const acronym = words.find(isAcronym)
  return acronym === undefined ? words : words.filter((word) => word !== acronym)
}
