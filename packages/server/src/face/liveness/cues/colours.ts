import type { Box } from '../../geometry.ts'
import { crop } from '../../image/crop.ts'
import type { RgbImage } from '../../image/decoded-image.ts'

export type Colours = {
  /** The logarithm of blue over red, of the face. */
  blue: number
  /** How far the whole picture is from grey, by its luma. */
  wholeSaturation: number
  /** Share of the face with a channel at its end. */
  clipped: number
  /** The darkest hundredth of the picture. */
  black: number
  /** The largest share of the face that is nearly white: a lamp in a screen or in glossy paper. */
  gleam: number
}

const side = 48

/** The gamut and the light: paper and screens have less black, other whites and other reds than skin. */
export const measureColours = (image: RgbImage, content: Box, face: Box): Colours => {
  const inner: Box = {
    left: face.left + 0.15 * face.width,
    top: face.top + 0.15 * face.height,
    width: 0.7 * face.width,
    height: 0.75 * face.height,
  }
  const skin = describe(shrink(image, inner))
  const whole = describe(shrink(image, content))
  return {
    blue: Math.log((skin.mean[2] + 4) / (skin.mean[0] + 4)),
    wholeSaturation: whole.saturation,
    clipped: skin.clipped,
    black: whole.lumas[Math.floor(0.01 * (whole.lumas.length - 1))]!,
    gleam: skin.gleam,
  }
}

const shrink = (image: RgbImage, { left, top, width, height }: Box): RgbImage => {
  const scale = Math.max(width, height) / side
  const [wide, tall] = [Math.max(1, Math.floor(width / scale)), Math.max(1, Math.floor(height / scale))]
  return crop(image, { a: scale, b: 0, x0: left, y0: top }, wide, tall)
}

const describe = ({ data }: RgbImage) => {
  const pixels = data.length / 3
  const mean: [number, number, number] = [0, 0, 0]
  const lumas = new Float32Array(pixels)
  let saturation = 0
  let clipped = 0
  let gleam = 0
  for (let pixel = 0, from = 0; pixel < pixels; pixel++, from += 3) {
    const [red, green, blue] = [data[from]!, data[from + 1]!, data[from + 2]!]
    mean[0] += red / pixels
    mean[1] += green / pixels
    mean[2] += blue / pixels
    lumas[pixel] = 0.299 * red + 0.587 * green + 0.114 * blue
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
    saturation += (most - least) / (lumas[pixel]! + 16) / pixels
    if (most >= 250) clipped += 1 / pixels
    if (least >= 225) gleam += 1 / pixels
  }
  return { mean, lumas: lumas.sort(), saturation, clipped, gleam }
}
