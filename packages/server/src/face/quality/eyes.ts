import type { Face, QualityFinding } from '../engine.ts'
import type { Landmarks } from '../geometry.ts'
import { crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { type Eye, eyePatch, eyes } from './eye-patch.ts'
import weighed from './eye-weights.json' with { type: 'json' }

/** Lower, and narrow eyes would be refused more often than others (npm run bench:face -- eyes). */
export const mostClosed = 0.7

/**
 * Value: how surely the eye that is rather open is closed, 0 to 1: a wink is not two closed eyes. The model alone takes
 * shadows, spectacles and narrow eyes for lids; what its opinion is added to was fitted on eyes that it is wrong about.
 */
export const measureEyes = async (model: Model, image: RgbImage, face: Face): Promise<QualityFinding> => {
  const looks = await Promise.all(eyes.map((eye) => lookAtEye(model, image, face.landmarks, eye)))
  const value = Math.min(...looks.map((look) => closedness(look, weighed)))
  return { measure: 'eyes', value, problem: value <= mostClosed ? null : 'eyes_closed' }
}

/** `opinion`: the model's odds that the eye is closed, as a logarithm. */
export type EyeLook = { opinion: number; patch: Float32Array }

/** Everything that is weighed, of one eye. */
export const lookAtEye = async (
  model: Model,
  image: RgbImage,
  landmarks: Landmarks,
  eye: Eye,
): Promise<EyeLook> => ({
  opinion: await askModel(model, image, landmarks, eye),
  patch: eyePatch(image, landmarks, eye),
})

export type EyeWeights = { opinionWeight: number; bias: number; patchWeights: readonly number[] }

/** 0 (surely open) to 1 (surely closed). */
export const closedness = ({ opinion, patch }: EyeLook, weights: EyeWeights): number => {
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
  // The model takes an upright square of 1.6 times the eye's width.
  const side = 1.6 * Math.hypot(right.x - left.x, right.y - left.y)
  const scale = side / input.width
  const toSource = {
    a: scale,
    b: 0,
    x0: (left.x + right.x - side) / 2,
    y0: (left.y + right.y - side) / 2,
  }
  const [answer] = await model.look(crop(image, toSource, input.width, input.height))
  return answer![0]! - answer![1]!
}
