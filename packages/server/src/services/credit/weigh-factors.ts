import type { CreditFactorCode } from '@nani/contract'

/** What a factor adds to the log odds of a repaid loan. */
export type Contribution = { code: CreditFactorCode; contribution: number }
export type WeighedFactor = { code: CreditFactorCode; impact: 'positive' | 'negative'; weight: number }

const maxFactors = 6
/** Weights are whole numbers of these parts, so that their rounded values sum to 1. */
const parts = 10_000

/**
 * The factors of a score (spec/credit#factors). Events come first, in the given order. Each has at least the share of
 * every factor after it. The weights are shares of the absolute contributions of the listed factors.
 */
export const weighFactors = (
  contributions: readonly Contribution[],
  events: readonly Contribution[],
): WeighedFactor[] => {
  const others = contributions.toSorted(byStrength).slice(0, maxFactors - events.length)
  let least = strength(others[0])
  const leading = events
    .toReversed()
    .map((event) => {
      least = Math.max(strength(event), least)
      return { ...event, contribution: -least }
    })
    .toReversed()
  const listed = worthListing([...leading, ...others])
  const total = listed.reduce((sum, one) => sum + strength(one), 0)
  const shares = total > 0 ? listed.map((one) => strength(one) / total) : listed.map(() => 1 / listed.length)
  const weights = roundedToOne(shares)
  return listed.map(({ code, contribution }, index) => ({
    code,
    impact: contribution < 0 ? 'negative' : 'positive',
    weight: weights[index] ?? 0,
  }))
}

const strength = (one: Contribution | undefined): number => Math.abs(one?.contribution ?? 0)

/** Equal contributions are listed by code, so that equal records have equal responses. */
const byStrength = (a: Contribution, b: Contribution): number =>
  strength(b) - strength(a) || (a.code < b.code ? -1 : 1)

/** A factor whose weight would be rounded to 0 explains nothing. Without any other factor all are listed. */
const worthListing = (factors: Contribution[]): Contribution[] => {
  const total = factors.reduce((sum, one) => sum + strength(one), 0)
  const listed = factors.filter((one) => strength(one) * parts >= total && strength(one) > 0)
  return listed.length > 0 ? listed : factors
}

/** Rounds shares by the largest remainder. Descending shares stay descending, because equal floors keep their order. */
const roundedToOne = (shares: readonly number[]): number[] => {
  const exact = shares.map((share) => share * parts)
  const whole = exact.map(Math.floor)
  let missing = parts - whole.reduce((sum, one) => sum + one, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder) {
    if (missing <= 0) break
    whole[index] = (whole[index] ?? 0) + 1
    missing--
  }
  return whole.map((count) => count / parts)
}
