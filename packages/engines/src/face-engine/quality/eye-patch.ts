import type { Landmarks } from '../geometry.ts'
import { crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import { meanPoint } from '../image/similarity-transform.ts'
import { toGrey } from '../models/tensor.ts'

/** Distance of the eyes in pixels of the scaled face. */
const eyesApart = 80
const [width, height] = [44, 24]
const cell = 4
const directions = 6

/** The first of the six points around each eye, from its left corner over the upper lid. */
export const eyes = [36, 42] as const
export type Eye = (typeof eyes)[number]

/**
 * The direction of edges in each cell around an eye, as the root of their share (a histogram of oriented gradients).
 * An open eye is dark and round between two light corners. A closed eye is a line with skin on both sides. It is
 * independent of light and contrast. The right eye is mirrored, so that both have one form.
 */
export const eyePatch = (image: RgbImage, landmarks: Landmarks, eye: Eye): Float32Array => {
  const grey = cutEye(image, landmarks, eye)
  const row = width + 2
  const columns = width / cell
  const shares = new Float32Array(columns * (height / cell) * directions)
  let total = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y + 1) * row + x + 1
      const across = (grey[at + 1]! - grey[at - 1]!) * (eye === eyes[0] ? 1 : -1)
      const down = grey[at + row]! - grey[at - row]!
      const strength = Math.hypot(across, down)
      // The direction from dark to light, hence the full circle. An edge counts for its two nearest bins.
      const turn = ((Math.atan2(down, across) / (2 * Math.PI) + 1) % 1) * directions
      const first = Math.floor(turn) % directions
      const share = turn - Math.floor(turn)
      const column = Math.floor((eye === eyes[0] ? x : width - 1 - x) / cell)
      const start = (Math.floor(y / cell) * columns + column) * directions
      shares[start + first]! += strength * (1 - share)
      shares[start + ((first + 1) % directions)]! += strength * share
      total += strength
    }
  }
  return shares.map((share) => Math.sqrt(share / Math.max(total, 1)))
}

/** The eye is centred and the line between both eyes is level, with one more pixel on each side. */
const cutEye = (image: RgbImage, landmarks: Landmarks, eye: Eye): Float32Array => {
  const [left, right] = eyes.map((first) => meanPoint(landmarks.slice(first, first + 6)))
  const { x, y } = eye === eyes[0] ? left! : right!
  const a = (right!.x - left!.x) / eyesApart
  const b = (right!.y - left!.y) / eyesApart
  const [halfWidth, halfHeight] = [width / 2 + 1, height / 2 + 1]
  const toSource = {
    a,
    b,
    x0: x - a * halfWidth + b * halfHeight,
    y0: y - b * halfWidth - a * halfHeight,
  }
  return toGrey(crop(image, toSource, 2 * halfWidth, 2 * halfHeight))
}
