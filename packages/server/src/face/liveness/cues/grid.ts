import type { Box } from '../../geometry.ts'
import { crop } from '../../image/crop.ts'
import type { RgbImage } from '../../image/decoded-image.ts'
import { powerSpectra } from './fourier.ts'
import { peaks } from './peaks.ts'

/** Waves that a screen's grid, the beat of two grids or a print's dots leave: peaks over waves of the same length. */
export type Grid = {
  /** In the photograph's own pixels: aslant, along rows or columns, in colour. */
  fine: number
  fineStraight: number
  fineColour: number
  /** In a face of one size. */
  broad: number
  broadColour: number
}

const fineSide = 256
const broadSide = 128
const luma = [0.299, 0.587, 0.114] as const
const colour = [0.5, -1, 0.5] as const
/** Waves a pixel: slower ones are the face itself. */
const slowest = { fine: 0.09, fineColour: 0.04, broad: 0.16, broadColour: 0.1 }

export const measureGrid = (image: RgbImage, face: Box): Grid => {
  const middle = { x: face.left + face.width / 2, y: face.top + face.height / 2 }
  const place = (at: number, most: number) =>
    Math.min(Math.max(0, Math.round(at - fineSide / 2)), Math.max(0, most - fineSide))
  const near = { a: 1, b: 0, x0: place(middle.x, image.width), y0: place(middle.y, image.height) }
  const scale = (1.1 * face.height) / broadSide
  const whole = { a: scale, b: 0, x0: middle.x - 0.55 * face.height, y0: middle.y - 0.55 * face.height }
  const fine = spectra(crop(image, near, fineSide, fineSide))
  const broad = spectra(crop(image, whole, broadSide, broadSide))
  const { aslant, straight } = peaks(fine.luma, fineSide, slowest.fine)
  return {
    fine: aslant,
    fineStraight: straight,
    fineColour: peaks(fine.colour, fineSide, slowest.fineColour).aslant,
    broad: peaks(broad.luma, broadSide, slowest.broad).aslant,
    broadColour: peaks(broad.colour, broadSide, slowest.broadColour).aslant,
  }
}

const spectra = (picture: RgbImage) => {
  const [first, second] = powerSpectra(mix(picture, luma), mix(picture, colour), picture.width)
  return { luma: first, colour: second }
}

/** One mixture of the channels, its mean taken away, faded towards the edges (Hann). */
const mix = (
  { data, width: side }: RgbImage,
  [red, green, blue]: readonly [number, number, number],
): Float32Array => {
  const mixed = new Float32Array(side * side)
  let sum = 0
  for (let pixel = 0, at = 0; pixel < mixed.length; pixel++, at += 3) {
    mixed[pixel] = red * data[at]! + green * data[at + 1]! + blue * data[at + 2]!
    sum += mixed[pixel]!
  }
  const mean = sum / mixed.length
  const fade = Float32Array.from(
    { length: side },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / side),
  )
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at++) mixed[at] = (mixed[at]! - mean) * fade[x]! * fade[y]!
  }
  return mixed
}
