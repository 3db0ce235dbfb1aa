import type { NameToken } from '../scoring/index.ts'

/** The weight 1 of a word as an integer. Sums of integers are exact in any order. */
export const weightUnit = 20

const maxWeight = 31
/** The sum of the weights of a name is below this value (nine bits). */
export const weightSums = 512

/** The weight of a word in the prefilter. Particles, titles and legal forms have none. */
export const prefilterWeight = (token: NameToken): number => {
  if (token.role !== 'name' && token.role !== 'generic') return 0
  return Math.max(1, Math.min(maxWeight, Math.round(token.weight * weightUnit)))
}
