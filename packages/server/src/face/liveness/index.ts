import type { LivenessCheck } from '../engine.ts'
import type { Box } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { toTensor } from '../models/tensor.ts'

const leastScore = 0.5
/** The model looks at a face and what is around it: 2.7 times its box, or as much as the image has. */
const surroundings = 2.7

/** Passive liveness of one image. A model of the role answers three classes, of which the first is live. */
export const openLiveness =
  ({ liveness: model }: { liveness: Model }): LivenessCheck =>
  async (image, face) => {
    const { input } = model.manifest
    const toSource = boxToSource(around(face.box, image), input.width, input.height)
    const [answer] = await model.run(toTensor(crop(image, toSource, input.width, input.height), input))
    const [live] = softmax(answer!)
    return { score: live!, passed: live! >= leastScore }
  }

const around = ({ left, top, width, height }: Box, image: RgbImage): Box => {
  const share = Math.min(surroundings, image.width / width, image.height / height)
  const within = (middle: number, side: number, most: number) =>
    Math.min(Math.max(middle - side / 2, 0), most - side)
  return {
    left: within(left + width / 2, width * share, image.width),
    top: within(top + height / 2, height * share, image.height),
    width: width * share,
    height: height * share,
  }
}

const softmax = (values: Float32Array): Float32Array => {
  const most = Math.max(...values)
  const weights = values.map((value) => Math.exp(value - most))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
