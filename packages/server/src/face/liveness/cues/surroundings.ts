import type { Box } from '../../geometry.ts'
import { crop } from '../../image/crop.ts'
import type { RgbImage } from '../../image/decoded-image.ts'
import { toGrey } from '../../models/tensor.ts'

/** How tall the face is in it, whatever the photograph's size: text and borders are measured by the face. */
export const faceHeight = 64
const mostFaces = 6.5

/** What is around a face, in one size for all: luma and its slopes; `inside` is the part that the photograph has. */
export type Surroundings = {
  width: number
  height: number
  grey: Float32Array
  /** Half the difference of the neighbours to the right and left, and of those below and above. */
  slopeX: Float32Array
  slopeY: Float32Array
  face: Box
}

/** The photograph within `content` and at most a few faces away, so that the face is `faceHeight` pixels tall. */
export const lookAround = (image: RgbImage, content: Box, face: Box): Surroundings => {
  const scale = face.height / faceHeight
  const reach = (mostFaces / 2) * face.height
  const middle = { x: face.left + face.width / 2, y: face.top + face.height / 2 }
  const left = Math.max(content.left, middle.x - reach)
  const top = Math.max(content.top, middle.y - reach)
  const right = Math.min(content.left + content.width, middle.x + reach)
  const bottom = Math.min(content.top + content.height, middle.y + reach)
  const width = Math.max(8, Math.floor((right - left) / scale))
  const height = Math.max(8, Math.floor((bottom - top) / scale))
  const grey = toGrey(crop(image, { a: scale, b: 0, x0: left, y0: top }, width, height))
  const slopeX = new Float32Array(grey.length)
  const slopeY = new Float32Array(grey.length)
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      slopeX[at] = (grey[at + 1]! - grey[at - 1]!) / 2
      slopeY[at] = (grey[at + width]! - grey[at - width]!) / 2
    }
  }
  return {
    width,
    height,
    grey,
    slopeX,
    slopeY,
    face: {
      left: (face.left - left) / scale,
      top: (face.top - top) / scale,
      width: face.width / scale,
      height: face.height / scale,
    },
  }
}
