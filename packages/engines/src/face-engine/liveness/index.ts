import type { Face } from '../engine.ts'
import type { DecodedImage, RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { askModel, readLayers } from './ask-model.ts'
import { combine, type Steps } from './combine.ts'
import combiner from './combiner.json' with { type: 'json' }
import { contentOf } from './cues/content.ts'
import { measureCues } from './measure-cues.ts'

/** `cues` are the inputs of the score, to explain a refusal. */
export type Liveness = { score: number; passed: boolean; cues: Readonly<Record<string, number>> }

/** All inputs of the combiner for one face. `layers` is the data on which the probe is fitted. */
export const gatherCues = async (model: Model, image: RgbImage, face: Pick<Face, 'box'>) => {
  const content = contentOf(image)
  const opinion = await askModel(model, image, content, face.box)
  const cues = {
    model: readLayers(model, opinion),
    ...measureCues(image, content, face.box),
  }
  return { cues, layers: opinion.layers }
}

/** Passive liveness of one image: combines the odds of a model with measured cues. */
export const openLiveness =
  ({ liveness: model }: { liveness: Model }) =>
  async (image: DecodedImage, face: Face): Promise<Liveness> => {
    const { cues } = await gatherCues(model, image, face)
    const { leastScore, ...steps }: Steps & { leastScore: number } = combiner
    const score = combine(steps, cues)
    return { score, passed: score >= leastScore, cues }
  }
