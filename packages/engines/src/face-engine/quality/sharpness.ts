import type { QualityFinding } from '../engine.ts'
import { templateSide } from '../recognise/align.ts'
import { cutFaceArea, faceArea } from './face-area.ts'

const leastSharpness = 0.018

/**
 * The share of the finest detail in the contrast of an aligned face: the mean square of the Laplacian divided by the
 * variance of the luma. It is independent of the size and contrast of the photograph.
 */
export const measureSharpness = (grey: Float32Array): QualityFinding => {
  const { left, top, right, bottom } = faceArea
  let energy = 0
  for (let y = top; y < bottom; y++) {
    for (let at = y * templateSide + left; at < y * templateSide + right; at++) {
      const around = grey[at - 1]! + grey[at + 1]! + grey[at - templateSide]! + grey[at + templateSide]!
      energy += (around - 4 * grey[at]!) ** 2
    }
  }
  const area = cutFaceArea(grey)
  // A contrast below one level contains no picture.
  const value = energy / area.length / Math.max(variance(area), 1)
  return { measure: 'sharpness', value, problem: value >= leastSharpness ? null : 'blurred' }
}

const variance = (values: Float32Array): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
}
