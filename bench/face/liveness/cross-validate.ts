import { combine } from '@nani/server/face/liveness/combine.ts'
import type { Measured } from './examples.ts'
import { type Directions, type Example, fitSteps } from './fit-steps.ts'
import { folds } from './samples.ts'

/** What is known of each cue before anything is fitted. Colour is free where either end may be an attack's. */
export const directions: Directions = {
  model: 1,
  border_second: -1,
  border_third: -1,
  border_fourth: -1,
  text: -1,
  grid_fine: -1,
  grid_fineStraight: -1,
  grid_fineColour: -1,
  grid_broad: -1,
  grid_broadColour: -1,
  colour_blue: -1,
  colour_green: 0,
  colour_saturation: 0,
  colour_wholeSaturation: 1,
  colour_clipped: -1,
  colour_black: -1,
  colour_white: 0,
  colour_contrast: 0,
  colour_gleam: -1,
}
const rounds = 300

/** Kinds weigh alike, however many there are of each; but portraits stand for most of what will be live. */
const weightOf: Record<string, number> = {
  'live portrait': 3,
  'live scene': 1,
  'captured live': 0.7,
  'captured attack': 0.7,
}
const kindOf = ({ kind, isLive }: Measured) =>
  kind.startsWith('captured') && !isLive ? 'captured attack' : kind

const weigh = (samples: readonly Measured[]): Example[] => {
  const byKind = Map.groupBy(samples, kindOf)
  const raw = samples.map((sample) => (weightOf[kindOf(sample)] ?? 1) / byKind.get(kindOf(sample))!.length)
  const total = (isLive: boolean) =>
    samples.reduce((sum, sample, at) => sum + (sample.isLive === isLive ? raw[at]! : 0), 0)
  const half = { live: samples.length / 2 / total(true), attack: samples.length / 2 / total(false) }
  return samples.map(({ cues, isLive }, at) => ({
    cues,
    isLive,
    weight: raw[at]! * (isLive ? half.live : half.attack),
  }))
}

export const fit = (samples: readonly Measured[]) => fitSteps(weigh(samples), directions, rounds)

export type Judged = Measured & { score: number }

/** Every sample is judged by a combiner that has seen neither its person nor its instrument. */
export const crossValidate = (samples: readonly Measured[]): Judged[] =>
  Array.from({ length: folds }, (_, fold) => {
    const steps = fit(samples.filter((sample) => sample.fold !== fold))
    return samples
      .filter((sample) => sample.fold === fold)
      .map((sample) => ({ ...sample, score: combine(steps, sample.cues) }))
  }).flat()

/** Every attack is judged by a combiner that has seen no attack of its kind, and nobody of the first fold. */
export const leaveKindsOut = (samples: readonly Measured[], kinds: readonly string[]): Judged[] =>
  kinds.flatMap((kind) => {
    const steps = fit(samples.filter((sample) => sample.kind !== kind && sample.fold !== 0))
    return samples
      .filter((sample) => sample.kind === kind)
      .map((sample) => ({ ...sample, score: combine(steps, sample.cues) }))
  })
