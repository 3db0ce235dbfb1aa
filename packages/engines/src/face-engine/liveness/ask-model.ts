import type { Box } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { summarise } from './summarise.ts'

/** The model needs the face and its surroundings: 2.7 times its box, or the part of it in the picture. */
const surroundings = 2.7
/** Limits the odds, because networks overestimate their confidence. */
const maxSure = 12

export type Opinion = {
  /** The logarithm of the odds of a live face. The first of the three classes of the model is live. */
  odds: number
  /** The outputs of its inner layers. */
  layers: Float32Array
}

/** Runs the model on a face. */
export const askModel = async (model: Model, image: RgbImage, content: Box, face: Box): Promise<Opinion> => {
  const { input, layers } = model.manifest
  const toSource = boxToSource(around(face, content), input.width, input.height)
  const [answer, ...inside] = await model.runOnImage(crop(image, toSource, input.width, input.height))
  const [live, ...attacks] = answer!
  const most = Math.max(...attacks)
  const attack = most + Math.log(attacks.reduce((sum, value) => sum + Math.exp(value - most), 0))
  return {
    odds: bounded(live! - attack),
    layers: summarise(inside, layers?.channels ?? []),
  }
}

/** The odds of the inner layers: a linear probe of the manifest. Without a probe, the odds of the model. */
export const readLayers = (model: Model, { odds, layers }: Opinion): number => {
  const probe = model.manifest.layers
  if (!probe) return odds
  return bounded(layers.reduce((sum, value, at) => sum + value * probe.weights[at]!, probe.bias))
}

const bounded = (odds: number): number => Math.min(Math.max(odds, -maxSure), maxSure)

const around = ({ left, top, width, height }: Box, content: Box): Box => {
  const share = Math.min(surroundings, content.width / width, content.height / height)
  const within = (middle: number, side: number, least: number, most: number) =>
    Math.min(Math.max(middle - side / 2, least), least + most - side)
  return {
    left: within(left + width / 2, width * share, content.left, content.width),
    top: within(top + height / 2, height * share, content.top, content.height),
    width: width * share,
    height: height * share,
  }
}
