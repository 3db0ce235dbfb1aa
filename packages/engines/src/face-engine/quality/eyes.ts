import type { Face, QualityFinding } from '../engine.ts'
import type { Landmarks } from '../geometry.ts'
import { crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { type Eye, eyePatch, eyes } from './eye-patch.ts'
import eyeWeights from './eye-weights.json' with { type: 'json' }

/** A lower value would refuse narrow eyes more often than others (npm run bench:face -- eyes). */
export const maxClosed = 0.7

/**
 * Value: the probability that the more open eye is closed, so a wink is not two closed eyes. The model alone confuses
 * shadows, spectacles and narrow eyes with lids. The added patch model was fitted on eyes with such errors.
 */
export const measureEyes = async (model: Model, image: RgbImage, face: Face): Promise<QualityFinding> => {
  const measurements = await Promise.all(eyes.map((eye) => measureEye(model, image, face.landmarks, eye)))
  const value = Math.min(...measurements.map((runOnImage) => closedness(runOnImage, eyeWeights)))
  return { measure: 'eyes', value, problem: value <= maxClosed ? null : 'eyes_closed' }
}

/** `opinion`: the logarithm of the model's odds that the eye is closed. */
export type EyeMeasurement = { opinion: number; patch: Float32Array }

/** All inputs for one eye. */
export const measureEye = async (
  model: Model,
  image: RgbImage,
  landmarks: Landmarks,
  eye: Eye,
): Promise<EyeMeasurement> => ({
  opinion: await askModel(model, image, landmarks, eye),
  patch: eyePatch(image, landmarks, eye),
})

export type EyeWeights = { opinionWeight: number; bias: number; patchWeights: readonly number[] }

/** 0 (certainly open) to 1 (certainly closed). */
export const closedness = ({ opinion, patch }: EyeMeasurement, weights: EyeWeights): number => {
  const { opinionWeight, bias, patchWeights } = weights
  const odds = patch.reduce(
    (sum, share, at) => sum + share * patchWeights[at]!,
    bias + opinionWeight * opinion,
  )
  return 1 / (1 + Math.exp(-odds))
}

const askModel = async (model: Model, image: RgbImage, landmarks: Landmarks, eye: Eye) => {
  const { input } = model.manifest
  const left = landmarks[eye]!
  const right = landmarks[eye + 3]!
  // The model needs an upright square of 1.6 times the eye's width.
  const side = 1.6 * Math.hypot(right.x - left.x, right.y - left.y)
  const scale = side / input.width
  const toSource = {
    a: scale,
    b: 0,
    x0: (left.x + right.x - side) / 2,
    y0: (left.y + right.y - side) / 2,
  }
  const [answer] = await model.runOnImage(crop(image, toSource, input.width, input.height))
  return answer![0]! - answer![1]!
}
