import type { Box } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { summarise } from './summarise.ts'

/** The model looks at a face and what is around it: 2.7 times its box, or as much as the picture has. */
const surroundings = 2.7
/** A network is sometimes surer than it has reason to be. */
const mostSure = 12

export type Opinion = {
  /** The odds of a living face as the model sees them, as a logarithm. Its first class of three is live. */
  odds: number
  /** What layers inside it have seen. */
  layers: Float32Array
}

/** What a model of the role sees in a face. */
export const askModel = async (model: Model, image: RgbImage, content: Box, face: Box): Promise<Opinion> => {
  const { input, layers } = model.manifest
  const toSource = boxToSource(around(face, content), input.width, input.height)
  const [answer, ...inside] = await model.look(crop(image, toSource, input.width, input.height))
  const [live, ...attacks] = answer!
  const most = Math.max(...attacks)
  const attack = most + Math.log(attacks.reduce((sum, value) => sum + Math.exp(value - most), 0))
  return {
    odds: bounded(live! - attack),
    layers: summarise(inside, layers?.channels ?? []),
  }
}

/** The odds by the layers inside: a linear probe of the manifest. A model without one has but one opinion. */
export const readLayers = (model: Model, { odds, layers }: Opinion): number => {
  const probe = model.manifest.layers
  if (!probe) return odds
  return bounded(layers.reduce((sum, value, at) => sum + value * probe.weights[at]!, probe.bias))
}

const bounded = (odds: number): number => Math.min(Math.max(odds, -mostSure), mostSure)

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
