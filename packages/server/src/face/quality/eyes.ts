import type { Face, QualityFinding } from '../engine.ts'
import type { Landmarks } from '../geometry.ts'
import { crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { toTensor } from '../models/tensor.ts'

const mostClosed = 0.9

const eyes = [
  [36, 39],
  [42, 45],
] as const

/** Value: how surely the eye that is rather open is closed, 0 to 1: a wink is not two closed eyes. */
export const measureEyes = async (model: Model, image: RgbImage, face: Face): Promise<QualityFinding> => {
  const closed = await Promise.all(eyes.map((corners) => closedness(model, image, face.landmarks, corners)))
  const value = Math.min(...closed)
  return { measure: 'eyes', value, problem: value <= mostClosed ? null : 'eyes_closed' }
}

const closedness = async (
  model: Model,
  image: RgbImage,
  landmarks: Landmarks,
  [outer, inner]: readonly [number, number],
): Promise<number> => {
  const { input } = model.manifest
  const from = landmarks[outer]!
  const to = landmarks[inner]!
  // The model takes an upright square of 1.6 times the eye's width.
  const side = 1.6 * Math.hypot(to.x - from.x, to.y - from.y)
  const scale = side / input.width
  const toSource = {
    a: scale,
    b: 0,
    x0: (from.x + to.x - side) / 2,
    y0: (from.y + to.y - side) / 2,
  }
  const [answer] = await model.run(toTensor(crop(image, toSource, input.width, input.height), input))
  return 1 / (1 + Math.exp(answer![1]! - answer![0]!))
}
