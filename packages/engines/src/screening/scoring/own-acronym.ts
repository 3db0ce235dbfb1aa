import { maxLetters, minLetters } from './acronym.ts'
import type { NameWord } from './prepare-name.ts'
import { isJoining } from './words/company-words.ts'

/**
 * The words of an organization without the one that is only the initials of others: Kasai Marble Works (KMW). Null if
 * it has none. This is a further reading: a name can also consist of its initials and its form (KMW Ltd).
 */
export const withoutOwnAcronym = (words: readonly NameWord[]): readonly NameWord[] | null => {
  if (words.length <= minLetters) return null
  const isAcronym = (word: NameWord): boolean => {
    const { length } = word.text
    if (length < minLetters || length > maxLetters || words.length <= length) return false
    const others = words.filter((other) => other !== word && !isJoining(other.text))
    return others
      .map(({ text }) => text[0])
      .join('')
      .includes(word.text)
  }
  const acronym = words.find(isAcronym)
  return acronym === undefined ? null : words.filter((word) => word !== acronym)
}
