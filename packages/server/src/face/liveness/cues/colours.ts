import type { Box } from '../../geometry.ts'
import { crop } from '../../image/crop.ts'
import type { RgbImage } from '../../image/decoded-image.ts'

export type Colours = {
  /** Logarithms: blue over red and green over both, of the face. */
  blue: number
  green: number
  /** How far the face is from grey, by its luma; and the whole picture. */
  saturation: number
  wholeSaturation: number
  /** Share of the face with a channel at its end. */
  clipped: number
  /** The darkest and the brightest hundredths of the picture, and the face's spread of luma. */
  black: number
  white: number
  contrast: number
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
    green: Math.log((skin.mean[1] + 4) / ((skin.mean[0] + skin.mean[2]) / 2 + 4)),
    saturation: skin.saturation,
    wholeSaturation: whole.saturation,
    clipped: skin.clipped,
    black: at(whole.lumas, 0.01),
    white: at(whole.lumas, 0.99),
    contrast: (at(skin.lumas, 0.95) - at(skin.lumas, 0.05)) / (at(skin.lumas, 0.5) + 16),
    gleam: skin.gleam,
  }
}

const shrink = (image: RgbImage, { left, top, width, height }: Box): RgbImage => {
  const scale = Math.max(width, height) / side
  const [wide, tall] = [Math.max(1, Math.floor(width / scale)), Math.max(1, Math.floor(height / scale))]
  return crop(image, { a: scale, b: 0, x0: left, y0: top }, wide, tall)
}

const at = (rising: Float32Array, share: number) => rising[Math.floor(share * (rising.length - 1))]!

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
