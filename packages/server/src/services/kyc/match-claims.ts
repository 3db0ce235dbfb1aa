import { comparePersonNames } from '@nani/engines/names/index.ts'
import { ageOn } from '../../calls/disclosure/index.ts'

export type Verdict = 'match' | 'partial_match' | 'no_match'
export type Claims = {
  full_name?: string | null
  date_of_birth?: string | null
  age?: number | null
}
export type Match = Record<keyof Claims, Verdict | 'not_provided'> & { score: number }

type ClaimComparison = { verdict: Verdict; weight: number; similarity: number }

const weights = { full_name: 0.6, date_of_birth: 0.3, age: 0.1 } as const
const partialSimilarity = 0.5
const scoreDecimals = 4

/** spec/kyc#match-score: a verdict for each claim, and the weighted mean over the given claims. */
export const matchClaims = (
  claims: Claims,
  certified: { full_name: string; date_of_birth: string },
  nowMs: number,
): Match => {
  const name =
    typeof claims.full_name === 'string' ? compareName(claims.full_name, certified.full_name) : null
  const born =
    typeof claims.date_of_birth === 'string'
      ? compared('date_of_birth', compareDates(claims.date_of_birth, certified.date_of_birth))
      : null
  const age =
    typeof claims.age === 'number'
      ? compared('age', compareAges(claims.age, ageOn(certified.date_of_birth, nowMs)))
      : null
  return {
    full_name: name?.verdict ?? 'not_provided',
    date_of_birth: born?.verdict ?? 'not_provided',
    age: age?.verdict ?? 'not_provided',
    score: weightedMean([name, born, age].filter((entry) => entry !== null)),
  }
}

const compared = (claim: keyof Claims, verdict: Verdict): ClaimComparison => ({
  verdict,
  weight: weights[claim],
  similarity: verdict === 'match' ? 1 : verdict === 'partial_match' ? partialSimilarity : 0,
})

/** A partial name counts with its similarity. A conflicting name counts as 0. */
const compareName = (claimed: string, certified: string): ClaimComparison => {
  const { verdict, similarity } = comparePersonNames(claimed, certified)
  return {
    verdict,
    weight: weights.full_name,
    similarity: verdict === 'match' ? 1 : verdict === 'partial_match' ? similarity : 0,
  }
}

const weightedMean = (claims: ClaimComparison[]): number => {
  const totalWeight = claims.reduce((total, { weight }) => total + weight, 0)
  if (totalWeight === 0) return 0
  const sum = claims.reduce((total, { weight, similarity }) => total + weight * similarity, 0)
  return Number((sum / totalWeight).toFixed(scoreDecimals))
}

/** Day and month exchanged, or exactly one different digit, is partial (spec/kyc#comparison-of-dates). */
export const compareDates = (claimed: string, certified: string): Verdict => {
  if (claimed === certified) return 'match'
  const [year, month, day] = certified.split('-')
  if (claimed === `${year}-${day}-${month}`) return 'partial_match'
  let differing = 0
  for (let index = 0; index < certified.length; index++) if (claimed[index] !== certified[index]) differing++
  return claimed.length === certified.length && differing === 1 ? 'partial_match' : 'no_match'
}

/** A difference of one year is partial (spec/kyc#comparison-of-ages). */
export const compareAges = (claimed: number, certified: number): Verdict => {
  const apart = Math.abs(claimed - certified)
  return apart === 0 ? 'match' : apart === 1 ? 'partial_match' : 'no_match'
}
