import type { Box } from '../../geometry.ts'
import { crop } from '../../image/crop.ts'
import type { RgbImage } from '../../image/decoded-image.ts'

const side = 48

/** The logarithm of blue divided by red in the face. Screens are bluer than lamps and daylight. */
export const measureBlue = (image: RgbImage, { left, top, width, height }: Box): number => {
  const inner: Box = {
    left: left + 0.15 * width,
    top: top + 0.15 * height,
    width: 0.7 * width,
    height: 0.75 * height,
  }
  const { data } = shrink(image, inner)
  let [red, blue] = [0, 0]
  for (let at = 0; at < data.length; at += 3) {
    red += data[at]!
    blue += data[at + 2]!
  }
  const pixels = data.length / 3
  return Math.log((blue / pixels + 4) / (red / pixels + 4))
}

const shrink = (image: RgbImage, { left, top, width, height }: Box): RgbImage => {
  const scale = Math.max(width, height) / side
  const [wide, tall] = [Math.max(1, Math.floor(width / scale)), Math.max(1, Math.floor(height / scale))]
  return crop(image, { a: scale, b: 0, x0: left, y0: top }, wide, tall)
}
