import { isSpelledForm } from './company-forms.ts'
import type { NameToken } from './token.ts'

const MIN_LETTERS = 3
const MAX_LETTERS = 7

/** The open words, one after another, whose initials are the letters of an acronym; a bit set, 0 for none. */
export function acronymLength(tokens: readonly NameToken[], open: number, acronym: NameToken): number {
  const letters = acronym.text
  if (letters.length < MIN_LETTERS || letters.length > MAX_LETTERS || tokens.length < letters.length - 1)
    return 0
  for (let start = 0; start < tokens.length; start++) {
    const words = initialsFrom(tokens, open, start, acronym)
    if (words !== 0) return words
  }
  return 0
}

function initialsFrom(tokens: readonly NameToken[], open: number, start: number, acronym: NameToken): number {
  const letters = acronym.text
  let words = 0
  let spelled = 0
  for (let at = start; at < tokens.length && spelled < letters.length; at++) {
    const token = tokens[at]!
    const isForm = token.role === 'form'
    // NITCO ends in two letters of its company.
    if (
      isForm &&
      spelled >= MIN_LETTERS &&
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

/** LLC is spelled of forms alone; of a name with its form, three letters are soon those of another. */
const maySpell = (form: NameToken, acronym: NameToken): boolean =>
  acronym.role === 'form' || (acronym.text.length > MIN_LETTERS && isSpelledForm(form.text))
