import { isSpelledForm } from './company-forms.ts'
import type { NameToken } from './token.ts'

const minLetters = 3
const maxLetters = 7

/** The consecutive open words whose initials are the letters of an acronym. A bit set, 0 for none. */
export const acronymLength = (tokens: readonly NameToken[], open: number, acronym: NameToken): number => {
  const letters = acronym.text
  if (letters.length < minLetters || letters.length > maxLetters || tokens.length < letters.length - 1)
    return 0
  for (let start = 0; start < tokens.length; start++) {
    const words = initialsFrom(tokens, open, start, acronym)
    if (words !== 0) return words
  }
  return 0
}

const initialsFrom = (
  tokens: readonly NameToken[],
  open: number,
  start: number,
  acronym: NameToken,
): number => {
  const letters = acronym.text
  let words = 0
  let spelled = 0
  for (let at = start; at < tokens.length && spelled < letters.length; at++) {
    const token = tokens[at]!
    const isForm = token.role === 'form'
    // NITCO ends in the first two letters of "company".
    if (
      isForm &&
      spelled >= minLetters &&
      spelled === letters.length - 2 &&
      endsInCompany(letters, token.text)
    )
      return words | (open & (1 << at))
    const isNext = token.text.charCodeAt(0) === letters.charCodeAt(spelled) && (open & (1 << at)) !== 0
    if (isNext && token.text.length > 1 && (!isForm || maySpell(token, acronym))) {
      words |= 1 << at
      spelled++
    } else if (token.role !== 'particle' && !isForm) return 0
  }
  return spelled === letters.length ? words : 0
}

const endsInCompany = (letters: string, form: string): boolean =>
  letters.endsWith('co') && form.startsWith('co')

/**
 * LLC consists of the letters of forms only. For a name with its form, three letters would match other names too
 * often.
 */
const maySpell = (form: NameToken, acronym: NameToken): boolean =>
  acronym.role === 'form' || (acronym.text.length > minLetters && isSpelledForm(form.text))

const minContraction = 6
const maxContraction = 10
const minWords = 3
const maxWords = 5
const maxBeginning = 4
/** So many of the words give more than their initial. */
const minBeginnings = 2

/** Whether a word can be made of the beginnings of several words: Inrimar of Inmobiliaria Rivera Maradiaga. */
export const mayBeContraction = (text: string): boolean =>
  text.length >= minContraction && text.length <= maxContraction && /^[a-z]+$/.test(text)

/** Whether a word is made of the beginnings of these words, of each one in their order. */
export const isContraction = (text: string, words: readonly string[]): boolean => {
  if (!mayBeContraction(text) || words.length < minWords || words.length > maxWords) return false
  const isMade = (from: number, at: number, beginnings: number): boolean => {
    const word = words[at]
    if (word === undefined) return from === text.length && beginnings >= minBeginnings
    for (let length = 1; length <= maxBeginning && text.startsWith(word.slice(0, length), from); length++) {
      if (length > word.length) break
      if (isMade(from + length, at + 1, beginnings + (length > 1 ? 1 : 0))) return true
    }
    return false
  }
  return isMade(0, 0, 0)
}

/** The initials of all words that a word can be made of. */
export const initialsOfContraction = (text: string): string[] => {
  if (!mayBeContraction(text)) return []
  const found = new Set<string>()
  const divide = (from: number, initials: string): void => {
    if (from === text.length && initials.length >= minWords) found.add(initials)
    if (from === text.length || initials.length === maxWords) return
    for (let length = 1; length <= maxBeginning && from + length <= text.length; length++)
      divide(from + length, initials + text[from]!)
  }
  divide(0, '')
  return [...found]
}

/** The consecutive open words whose beginnings are a word. A bit set, 0 for none. */
export const contractedWords = (tokens: readonly NameToken[], open: number, { text }: NameToken): number => {
  if (!mayBeContraction(text) || tokens.length < minWords) return 0
  const named = tokens.flatMap(({ role }, at) => (role === 'particle' || role === 'form' ? [] : [at]))
  for (let start = 0; start + minWords <= named.length; start++) {
    if (tokens[named[start]!]!.text[0] !== text[0]) continue
    for (let count = minWords; count <= maxWords && start + count <= named.length; count++) {
      const places = named.slice(start, start + count)
      const words = places.reduce((bits, at) => bits | (1 << at), 0)
      if ((words & ~open) !== 0) break
      if (
        isContraction(
          text,
          places.map((at) => tokens[at]!.text),
        )
      )
        return words
    }
  }
  return 0
}
