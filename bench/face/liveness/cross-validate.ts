import { combine, type StepFunction, type Steps } from '@nani/engines/face-engine/index.ts'
import type { Measured } from './examples.ts'
import { fitProbe, type Probe, readProbe } from './fit-probe.ts'
import { type Directions, type Example, fitSteps } from './fit-steps.ts'
import { moreKinds } from './more-attacks.ts'
import { folds } from './samples.ts'

/** The known direction of each cue before the fit. */
export const directions: Directions = {
  model: 1,
  border_second: -1,
  border_fourth: -1,
  grid_luma: -1,
  grid_colour: -1,
  blue: -1,
}
const rounds = 80

/**
 * A fixed rule: a face with black borders on two sides is on a screen, whatever the other cues. Too few attacks have
 * such a bezel for a fit to give it enough weight. Of the live faces, one in a thousand has one.
 */
const bezel: StepFunction = { thresholds: [0.65], heights: [0, -8] }

/**
 * Kinds have equal weight, whatever their number. Portraits have more, because they represent most live photographs.
 */
const weightOf: Record<string, number> = {
  'live portrait': 2.5,
  'live, hard light': 1,
  'live scene': 1.6,
  'captured live': 0.8,
  'captured attack': 0.9,
  'live, rendered': 0.3,
}
/** The many further kinds together weigh as much as five of the first ones. */
const weightOfFurther = 0.2
const further = moreKinds.map(({ kind }) => kind)
const weightOfKind = (kind: string) => weightOf[kind] ?? (further.includes(kind) ? weightOfFurther : 1)
const kindOf = ({ kind, isLive }: Measured) =>
  kind.startsWith('captured') && !isLive ? 'captured attack' : kind

const weigh = (samples: readonly Measured[]): (Example & { layers: Float32Array })[] => {
  const byKind = Map.groupBy(samples, kindOf)
  const raw = samples.map((sample) => weightOfKind(kindOf(sample)) / byKind.get(kindOf(sample))!.length)
  const total = (isLive: boolean) =>
    samples.reduce((sum, sample, at) => sum + (sample.isLive === isLive ? raw[at]! : 0), 0)
  const half = { live: samples.length / 2 / total(true), attack: samples.length / 2 / total(false) }
  return samples.map(({ cues, layers, isLive }, at) => ({
    cues,
    layers,
    isLive,
    weight: raw[at]! * (isLive ? half.live : half.attack),
  }))
}

export type Fitted = { probe: Probe; steps: Steps }

/**
 * The probe of the layers, and the steps of all cues. The steps are fitted on the answers of a probe to unseen faces.
 * For seen faces the probe is overconfident.
 */
export const fit = (samples: readonly Measured[]): Fitted => {
  const examples = weigh(samples)
  const readings = new Float64Array(samples.length)
  for (const fold of new Set(samples.map((sample) => sample.fold))) {
    const others = samples.flatMap((sample, at) => (sample.fold === fold ? [] : [at]))
    const fitted = weigh(others.map((at) => samples[at]!))
    const probe = fitProbe(fitted)
    for (const [at, sample] of samples.entries()) {
      if (sample.fold === fold) readings[at] = readProbe(probe, sample.layers)
    }
  }
  const read = examples.map((example, at) => ({
    ...example,
    cues: { ...example.cues, model: readings[at]! },
  }))
  const { bias, cues } = fitSteps(read, directions, rounds)
  return { probe: fitProbe(examples), steps: { bias, cues: { ...cues, bezel } } }
}

export type Judged = Measured & { score: number }

const judge = ({ probe, steps }: Fitted, sample: Measured): Judged => ({
  ...sample,
  score: combine(steps, { ...sample.cues, model: readProbe(probe, sample.layers) }),
})

/**
 * Every sample is evaluated by a combiner that was fitted without its person and its instrument. `others` are
 * evaluated the same way, and are in no fit.
 */
export const crossValidate = (samples: readonly Measured[], others: readonly Measured[] = []): Judged[] =>
  Array.from({ length: folds }, (_, fold) => {
    const fitted = fit(samples.filter((sample) => sample.fold !== fold))
    return [...samples, ...others]
      .filter((sample) => sample.fold === fold)
      .map((sample) => judge(fitted, sample))
  }).flat()

/** One half of the further kinds is fitted with the samples, and the other half is judged. Then the other way round. */
export const leaveHalvesOut = (samples: readonly Measured[], ofFurther: readonly Measured[]): Judged[] =>
  [0, 1].flatMap((half) => {
    const left = new Set(further.filter((_, at) => at % 2 === half))
    const isLeft = ({ kind, instrument }: Measured) => left.has(kind) || left.has(instrument.split(': ')[0]!)
    const fitted = [...samples, ...ofFurther.filter((sample) => !isLeft(sample))]
    return crossValidate(fitted, ofFurther.filter(isLeft)).filter(
      (judged) => isLeft(judged) && !judged.isLive,
    )
  })

/** Every captured file is evaluated by a combiner that was fitted without its source: the rate of an unknown camera. */
export const leaveSourcesOut = (samples: readonly Measured[]): Judged[] => {
  const sources = [...new Set(samples.flatMap(({ source }) => source ?? []))]
  return sources.flatMap((left) => {
    const fitted = fit(samples.filter(({ source }) => source !== left))
    return samples.filter(({ source }) => source === left).map((sample) => judge(fitted, sample))
  })
}

/** Every attack is evaluated by a combiner that was fitted without its family and without people of the first fold. */
export const leaveFamiliesOut = (
  samples: readonly Measured[],
  families: readonly (readonly string[])[],
): Judged[] =>
  families.flatMap((kinds) => {
    const isOfFamily = ({ kind, instrument }: Measured) =>
      kinds.some((one) => kind === one || instrument.startsWith(`${one}: `))
    const fitted = fit(samples.filter((sample) => !isOfFamily(sample) && sample.fold !== 0))
    return samples.filter(isOfFamily).map((sample) => judge(fitted, sample))
  })
