import { maxComparedLength } from './edit-distance.ts'

const other = 27
const side = 28
/** Number of pairs. Each character is a letter, a word boundary, or any other character. */
export const bigramCount = side * side

export const letterOf = (code: number): number => (code >= 97 && code <= 122 ? code - 96 : other)

/** The number of a pair. A boundary of the word is 0. */
export const pairOf = (before: number, here: number): number => before * side + here

/** Writes the distinct letter pairs of a word, with its boundaries, into `into`. Returns their number. */
export const bigramsOf = (text: ArrayLike<number>, into: number[]): number[] => {
  into.length = 0
  let before = 0
  const length = Math.min(text.length, maxComparedLength)
  for (let at = 0; at <= length; at++) {
    const here = at === length ? 0 : letterOf(text[at]!)
    const pair = pairOf(before, here)
    if (!into.includes(pair)) into.push(pair)
    before = here
  }
  return into
}

/** Maximum edit distance between two words. `length` is the length of the longer word. */
export const allowedSlips = (length: number): number =>
  length <= 2 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3

/**
 * Minimum number of pairs that two words within `allowedSlips` share. A changed letter affects two pairs. An exchange
 * affects three. Some short words with several exchanges are therefore missed, in both directions alike.
 */
export const sharedBigramsNeeded = (length: number): number => {
  const slips = allowedSlips(length)
  return Math.max(1, length - 2 * slips)
}

/** Minimum number of pairs that any word within `allowedSlips` shares with a word of `length` letters. */
export const leastSharedBigrams = (length: number): number => {
  let least = sharedBigramsNeeded(length)
  for (let longer = length + 1; longer <= length + allowedSlips(longer); longer++)
    least = Math.min(least, sharedBigramsNeeded(longer))
  return least
}
