import type { Box } from '../../geometry.ts'
import type { RgbImage } from '../../image/decoded-image.ts'
import { powerSpectra } from './fourier.ts'
import { peak } from './peak.ts'

/**
 * Waves from the grid of a screen, from moiré of two grids or from printed dots: peaks compared with waves of the same
 * length.
 */
export type Grid = { luma: number; colour: number }

const side = 256
const luma = [0.299, 0.587, 0.114] as const
const colour = [0.5, -1, 0.5] as const
/** Waves for each pixel. Slower ones belong to the face itself. */
const slowest = { luma: 0.09, colour: 0.04 }

/** Measured in the original pixels around the centre of the face, because a reduction removes waves. */
export const measureGrid = (image: RgbImage, face: Box): Grid => {
  const place = (middle: number, most: number) =>
    Math.min(Math.max(0, Math.round(middle - side / 2)), Math.max(0, most - side))
  const left = place(face.left + face.width / 2, image.width)
  const top = place(face.top + face.height / 2, image.height)
  const [ofLuma, ofColour] = powerSpectra(mix(image, left, top, luma), mix(image, left, top, colour), side)
  return { luma: peak(ofLuma, side, slowest.luma), colour: peak(ofColour, side, slowest.colour) }
}

/** Hann window in one direction. */
const fade = Float32Array.from(
  { length: side },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / side),
)

/** One mixture of the channels from a position, without its mean and faded towards the edges. Outside is black. */
const mix = (
  { data, width, height }: RgbImage,
  left: number,
  top: number,
  [red, green, blue]: readonly [number, number, number],
): Float32Array => {
  const mixed = new Float32Array(side * side)
  const [columns, rows] = [Math.min(side, width - left), Math.min(side, height - top)]
  let sum = 0
  for (let y = 0; y < rows; y++) {
    let from = ((top + y) * width + left) * 3
    for (let at = y * side; at < y * side + columns; at++, from += 3) {
      mixed[at] = red * data[from]! + green * data[from + 1]! + blue * data[from + 2]!
      sum += mixed[at]!
    }
  }
  const mean = sum / mixed.length
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at++) mixed[at] = (mixed[at]! - mean) * fade[x]! * fade[y]!
  }
  return mixed
}
