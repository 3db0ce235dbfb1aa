import type { QualityFinding } from '../engine.ts'
import type { Box } from '../geometry.ts'
import type { DecodedImage } from '../image/decoded-image.ts'

const leastShortSide = 480
const leastLongSide = 640

/** spec/face#image: at least 480 × 640 pixels, portrait or landscape. Value: pixels of the short side. */
export const measureSize = ({ width, height }: { width: number; height: number }): QualityFinding => {
  const shortSide = Math.min(width, height)
  const isEnough = shortSide >= leastShortSide && Math.max(width, height) >= leastLongSide
  return { measure: 'size', value: shortSide, problem: isEnough ? null : 'image_too_small' }
}

const leastFacePixels = 64

/** Value: the height of the face in pixels of the file. */
export const measureFaceSize = (image: DecodedImage, box: Box): QualityFinding => {
  const value = box.height / image.scale
  return { measure: 'face_size', value, problem: value >= leastFacePixels ? null : 'face_too_small' }
}
