import { createHash } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { CalibrationStep } from '../face-engine/index.ts'
import type { PairComparison } from './compare-pairs.ts'

/** The scale of similarity: the false match rate of each point (spec/face#thresholds). */
export const similarityScale = [
  { similarity: 0.5, falseMatchRate: 0.5 },
  { similarity: 0.65, falseMatchRate: 0.1 },
  { similarity: 0.75, falseMatchRate: 1e-2 },
  { similarity: 0.8, falseMatchRate: 1e-3 },
  { similarity: 0.85, falseMatchRate: 1e-4 },
  { similarity: 0.9, falseMatchRate: 1e-5 },
  { similarity: 0.95, falseMatchRate: 1e-6 },
] as const

/** A calibration that was fitted to the people of an operator. `id` names its content. */
export type FittedCalibration = {
  id: string
  model_id: string
  calibration: CalibrationStep[]
  /** The lowest false match rate that the number of pairs supports. Beyond it the similarity is extrapolated. */
  supported_rate: number
  fitted_on: { group: string | null; people: number; photographs: number; pairs: number }[]
}

/** Pairs of people beyond the start of the tail. With fewer, a fit on one half of a group fails on the other. */
const pairsInTail = 100
const [leastTail, maxTail] = [1e-3, 0.03]
/** Pairs of people that must be expected beyond a rate, so that the rate is supported. */
const leastExpected = 3

const pairsOf = (people: number) => (people * (people - 1)) / 2

/** The least number of people of a group. */
export const leastPeople = Math.ceil((1 + Math.sqrt(1 + (8 * pairsInTail) / maxTail)) / 2)

type FitGroup = { group: string | null; people: number; photographs: number; cosines: Float32Array }

/**
 * Fits the similarity to compared people, so that it has its false match rate within each group. The strictest group
 * decides. A fit with too few people is refused, with the number that is missing.
 */
export const fitCalibration = (
  compared: PairComparison,
  own: readonly CalibrationStep[],
): FittedCalibration => {
  const groups = fitGroupsOf(compared)
  refuseSmall(groups)
  const supported = Math.max(...groups.map(({ people }) => supportedRate(people)))
  const cosines = groups.map(({ people, cosines }) => similarityScale.map(tailOf(cosines, people)))
  const steps: CalibrationStep[] = [{ cosine: -1, similarity: 0 }]
  for (const [at, { similarity, falseMatchRate }] of similarityScale.entries()) {
    const fitted = Math.max(...cosines.map((ofGroup) => ofGroup[at]!))
    // Beyond the support of the pairs, a fit may make the similarity stricter, but never more lenient.
    const wanted = falseMatchRate < supported ? Math.max(fitted, cosineFor(own, similarity)) : fitted
    const rounded = Math.ceil(1e4 * wanted) / 1e4
    steps.push({ cosine: Math.max(rounded, steps.at(-1)!.cosine + 1e-4), similarity })
  }
  if (!(steps.at(-1)!.cosine < 1)) throw refused('The people of the list are too similar to each other.', {})
  const calibration = [...steps, { cosine: 1, similarity: 1 }]
  return {
    id: calibrationId(compared.modelId, calibration),
    model_id: compared.modelId,
    calibration,
    supported_rate: supported,
    fitted_on: groups.map(({ cosines, ...group }) => ({ ...group, pairs: cosines.length })),
  }
}

/** Equal calibrations of one model have one identifier. */
export const calibrationId = (modelId: string, calibration: readonly CalibrationStep[]): string => {
  const content = JSON.stringify([modelId, calibration.map(({ cosine, similarity }) => [cosine, similarity])])
  return `cal_${createHash('sha256').update(content).digest('hex').slice(0, 20)}`
}

const refused = (message: string, data: Record<string, unknown>) =>
  new Refusal('face_fit_refused', message, { context: data })

/** Groups that are named, or everyone. */
const fitGroupsOf = ({ people, photographs, scores, groups }: PairComparison): FitGroup[] => {
  const all = groups.length > 0 ? groups : [{ group: null, people, photographs, scores }]
  return all.map(({ group, people, photographs, scores }) => {
    if (people === null) {
      throw refused('A fit needs a list of photographs with the columns file and person.', {})
    }
    return { group, people, photographs, cosines: scores.different }
  })
}

const refuseSmall = (groups: readonly FitGroup[]): void => {
  const missing = groups
    .filter(({ people }) => people < leastPeople)
    .map(({ group, people }) => ({ group, people, more_people: leastPeople - people }))
  if (missing.length === 0) return
  const texts = missing.map(
    ({ group, people, more_people }) =>
      `${group ?? 'The list'} has ${people} people and needs ${more_people} more`,
  )
  throw refused(`${texts.join('. ')}.`, { least_people: leastPeople, missing })
}

const supportedRate = (people: number): number =>
  Math.min(
    ...similarityScale
      .map(({ falseMatchRate }) => falseMatchRate)
      .filter((rate) => pairsOf(people) * rate >= leastExpected),
  )

/**
 * The cosine of a false match rate. Above the start of the tail the logarithm of the rate decreases linearly: an
 * exponential tail, whose slope is the mean excess. The mean is raised by its standard error. Pairs of photographs of the
 * same two people are not independent, so people are counted.
 */
const tailOf = (ascending: Float32Array, people: number) => {
  const share = Math.min(maxTail, Math.max(leastTail, pairsInTail / pairsOf(people)))
  const from = quantile(ascending, share)
  const beyond = ascending.filter((cosine) => cosine > from)
  const mean = beyond.reduce((sum, cosine) => sum + cosine - from, 0) / Math.max(1, beyond.length)
  const excess = mean * (1 + 1 / Math.sqrt(share * pairsOf(people)))
  return ({ falseMatchRate: rate }: { falseMatchRate: number }): number =>
    rate >= share ? quantile(ascending, rate) : from + excess * Math.log(share / rate)
}

/** The cosine that this share of the pairs exceeds. */
const quantile = (ascending: Float32Array, share: number): number =>
  ascending[Math.max(0, Math.min(ascending.length - 1, Math.floor(ascending.length * (1 - share))))]!

/** The lowest cosine of a similarity. */
const cosineFor = (steps: readonly CalibrationStep[], similarity: number): number => {
  const above = steps.findIndex((step) => step.similarity >= similarity)
  if (above <= 0) return above === 0 ? steps[0]!.cosine : 1
  const [from, to] = [steps[above - 1]!, steps[above]!]
  const share = (similarity - from.similarity) / (to.similarity - from.similarity)
  return from.cosine + share * (to.cosine - from.cosine)
}
