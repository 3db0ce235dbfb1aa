import { bandOf, probabilityOf, scoresOf } from '@nani/scorecard'

/**
 * The amount that leaves the probability unchanged, and the effect of other amounts on the log odds of a default. Both
 * are a policy: no data was available to fit them.
 */
export const amountEffect = { neutralUsd: 500, perLogUnit: 0.15 } as const

/**
 * The probability of default of a final score (spec/credit#requested-amount). Without an amount it is the inverse of the
 * score. An amount moves it inside the probabilities of the band, and a larger one never lowers it.
 */
export const defaultProbability = (score: number, amountUsd: number | null): number => {
  const probability = probabilityOf(score)
  if (amountUsd === null) return probability
  const { min, max } = scoresOf(bandOf(score))
  const shift = amountEffect.perLogUnit * Math.log(amountUsd / amountEffect.neutralUsd)
  const moved = 1 / (1 + Math.exp(Math.log((1 - probability) / probability) - shift))
  return Math.min(probabilityOf(min), Math.max(probabilityOf(max), moved))
}
