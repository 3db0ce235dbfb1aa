import type { NameToken } from '../scoring/index.ts'

/** Weight 1 of a word, in the whole numbers that the sieve adds up: sums of them are exact in any order. */
export const WEIGHT_UNIT = 20

const MAX_WEIGHT = 31
/** A sum of the weights of a name's words is less: nine bits. */
export const WEIGHT_SUMS = 512

/** What a word weighs in the sieve: particles, titles and legal forms nothing. */
export function sieveWeight(token: NameToken): number {
  if (token.role !== 'name' && token.role !== 'generic') return 0
  return Math.max(1, Math.min(MAX_WEIGHT, Math.round(token.weight * WEIGHT_UNIT)))
}
