import type { Box } from '../../geometry.ts'
import { crop } from '../../image/crop.ts'
import type { RgbImage } from '../../image/decoded-image.ts'
import { toGrey } from '../../models/tensor.ts'

/** Height of the face in pixels, independent of the photograph. Text and borders are measured relative to the face. */
export const faceHeight = 64
const maxFaces = 6.5

/** The surroundings of a face at a common size: luma and its slopes. `inside` is the part within the photograph. */
export type Surroundings = {
  width: number
  height: number
  grey: Float32Array
  /** Half the difference of the right and left neighbours, and of the lower and upper neighbours. */
  slopeX: Float32Array
  slopeY: Float32Array
  face: Box
}

/**
 * The photograph within `content`, limited to a few face widths, scaled so that the face is `faceHeight` pixels tall.
 */
export const cropSurroundings = (image: RgbImage, content: Box, face: Box): Surroundings => {
  const scale = face.height / faceHeight
  const reach = (maxFaces / 2) * face.height
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
