import { isSpelledForm } from './words/company-forms.ts'
import type { NameToken } from './words/token.ts'

/** An acronym has the initials of other words: from three letters to seven. */
export const [minLetters, maxLetters] = [3, 7]

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
