import { MAX_COMPARED_LENGTH } from './edit-distance.ts'

const OTHER = 27
const SIDE = 28
/** Pairs of a letter, the edge of a word, or anything else. */
export const BIGRAM_COUNT = SIDE * SIDE

const letterOf = (code: number): number => (code >= 97 && code <= 122 ? code - 96 : OTHER)

/** The distinct pairs of neighbouring letters of a word, its edges included. */
export function bigramsOf(text: ArrayLike<number>, into: number[]): number[] {
  into.length = 0
  let before = 0
  const length = Math.min(text.length, MAX_COMPARED_LENGTH)
  for (let at = 0; at <= length; at++) {
    const here = at === length ? 0 : letterOf(text[at]!)
    const pair = before * SIDE + here
    if (!into.includes(pair)) into.push(pair)
    before = here
  }
  return into
}

/** Slips between two words of which the longer has `length` letters, at most. */
export function allowedSlips(length: number): number {
  return length <= 2 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3
}

/**
 * Pairs of letters that two words within `allowedSlips` share at least: a changed letter touches two pairs, an
 * exchange three. Rare heaps of exchanges in one short word are given up, from either side alike.
 */
export function sharedBigramsNeeded(length: number): number {
  const slips = allowedSlips(length)
  return Math.max(1, length - 2 * slips)
}

/** The fewest that a word of any length shares with one of `length` letters and is still within `allowedSlips` of it. */
export function leastSharedBigrams(length: number): number {
  let least = sharedBigramsNeeded(length)
  for (let longer = length + 1; longer <= length + allowedSlips(longer); longer++)
    least = Math.min(least, sharedBigramsNeeded(longer))
  return least
}
