import type { NameToken } from './token.ts'

const MIN_LETTERS = 3
const MAX_LETTERS = 7

/** The open words, one after another, whose initials are the letters of an acronym; a bit set, 0 for none. */
export function acronymLength(tokens: readonly NameToken[], open: number, acronym: NameToken): number {
  const letters = acronym.text
  if (letters.length < MIN_LETTERS || letters.length > MAX_LETTERS || tokens.length < letters.length - 1)
    return 0
  for (let start = 0; start < tokens.length; start++) {
    const words = initialsFrom(tokens, open, start, letters)
    if (words !== 0) return words
  }
  return 0
}

function initialsFrom(tokens: readonly NameToken[], open: number, start: number, letters: string): number {
  let words = 0
  let spelled = 0
  for (let at = start; at < tokens.length && spelled < letters.length; at++) {
    const token = tokens[at]!
    const isForm = token.role === 'form'
    // NITCO ends in two letters of its company.
    if (isForm && letters.endsWith('co') && spelled === letters.length - 2 && token.text.startsWith('co'))
      return words | (open & (1 << at))
    const isNext = token.text.charCodeAt(0) === letters.charCodeAt(spelled) && (open & (1 << at)) !== 0
    if (isNext && token.text.length > 1) {
      words |= 1 << at
      spelled++
    } else if (token.role !== 'particle' && !isForm) return 0
  }
  return spelled === letters.length ? words : 0
}
