import type { QualityFinding } from '../engine.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import { toGrey } from '../models/tensor.ts'
import { cutFaceArea } from './face-area.ts'

const leastBright = 60
const maxDark = 175
const maxClipped = 0.12
const clippedLuma = 250

/**
 * Whether the face has light and dark parts. Value: the mean luma of the face, 0 to 255. Dark skin in good light has
 * bright parts, and light skin has dark ones. Without either, the exposure was wrong.
 */
export const measureBrightness = (grey: Float32Array): QualityFinding => {
  const area = cutFaceArea(grey).sort()
  const at = (share: number) => area[Math.floor(share * (area.length - 1))]!
  const value = area.reduce((sum, luma) => sum + luma, 0) / area.length
  const clipped = area.filter((luma) => luma >= clippedLuma).length / area.length
  if (at(0.9) < leastBright) return { measure: 'brightness', value, problem: 'underexposed' }
  if (at(0.1) > maxDark || clipped > maxClipped) {
    return { measure: 'brightness', value, problem: 'overexposed' }
  }
  return { measure: 'brightness', value, problem: null }
}

const leastBrightOfImage = 60
const maxClippedOfImage = 0.5

/** For a picture without a detected face: whether it is too dark or too bright to show one. */
export const measureWholeBrightness = (image: RgbImage): QualityFinding => {
  const luma = toGrey(image)
  const share = (isSuch: (luma: number) => boolean) => luma.filter(isSuch).length / luma.length
  const value = luma.reduce((sum, one) => sum + one, 0) / luma.length
  const isDark = share((one) => one >= leastBrightOfImage) < 0.05
  const isBright = share((one) => one >= clippedLuma) > maxClippedOfImage
  const problem = isDark ? 'underexposed' : isBright ? 'overexposed' : null
  return { measure: 'brightness', value, problem }
}
