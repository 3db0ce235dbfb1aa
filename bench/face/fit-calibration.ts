import type { CalibrationStep } from '@nani/engines/face-engine/index.ts'

/** The false match rates of the specification's guidance, and the continuation of the scale around them. */
export const guidance = [
  { similarity: 0.8, falseMatchRate: 1e-3 },
  { similarity: 0.85, falseMatchRate: 1e-4 },
  { similarity: 0.9, falseMatchRate: 1e-5 },
  { similarity: 0.95, falseMatchRate: 1e-6 },
]

/** Rates that the available pairs show directly. */
const counted = [
  { similarity: 0.5, falseMatchRate: 0.5 },
  { similarity: 0.65, falseMatchRate: 0.1 },
  { similarity: 0.75, falseMatchRate: 1e-2 },
]
const tailFrom = 1e-3

/** Beyond one pair in a thousand: the average excess over that cosine, which gives the decrease of the rate. */
export type Tail = { from: number; meanExcess: number }

/**
 * Half a million pairs cannot measure a rate of one in a million. Above the cosine of one pair in a thousand, the
 * logarithm of the rate decreases linearly (an exponential tail, the generalised Pareto distribution of shape zero).
 * Its slope is the mean excess, the maximum likelihood estimate.
 */
export const fitTail = (rising: Float32Array): Tail => {
  const from = quantile(rising, tailFrom)
  const beyond = rising.filter((cosine) => cosine > from)
  const mean = beyond.reduce((sum, cosine) => sum + cosine - from, 0) / beyond.length
  // The upper end of the 95 % interval, because a threshold that is slightly too high costs less than one that is too
  // low.
  return { from, meanExcess: mean * (1 + 1.645 / Math.sqrt(beyond.length)) }
}

export const cosineOf = ({ from, meanExcess }: Tail, falseMatchRate: number): number =>
  from + meanExcess * Math.log(tailFrom / falseMatchRate)

/** The map from cosine to similarity, from the ascending cosines of different people. */
export const fitCalibration = (rising: Float32Array): CalibrationStep[] => {
  const tail = fitTail(rising)
  const round = (cosine: number) => Math.round(cosine * 1e4) / 1e4
  return [
    { cosine: -1, similarity: 0 },
    ...counted.map(({ similarity, falseMatchRate }) => ({
      cosine: round(quantile(rising, falseMatchRate)),
      similarity,
    })),
    ...guidance.map(({ similarity, falseMatchRate }) => ({
      cosine: round(cosineOf(tail, falseMatchRate)),
      similarity,
    })),
    { cosine: 1, similarity: 1 },
  ]
}

/** The cosine that this share of pairs reaches. */
const quantile = (rising: Float32Array, share: number): number =>
  rising[Math.max(0, rising.length - 1 - Math.floor(share * rising.length))]!
