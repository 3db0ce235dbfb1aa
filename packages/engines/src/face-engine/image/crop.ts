import type { Box } from '../geometry.ts'
import type { RgbImage } from './decoded-image.ts'
import { halve } from './halve.ts'
import { type SimilarityTransform, scaleOf } from './similarity-transform.ts'

/**
 * The part of an image that `toSource` maps to a crop of `width` × `height`. It samples between pixels. If the crop is
 * smaller than its source, it samples a halved image to avoid aliasing. Pixels outside the image are black.
 */
export const crop = (
  image: RgbImage,
  toSource: SimilarityTransform,
  width: number,
  height: number,
): RgbImage => {
  let source = image
  let { a, b, x0, y0 } = toSource
  while (scaleOf({ a, b, x0, y0 }) >= 1.5 && source.width >= 4 && source.height >= 4) {
    source = halve(source)
    a /= 2
    b /= 2
    x0 /= 2
    y0 /= 2
  }
  const data = new Uint8Array(width * height * 3)
  if (b === 0) {
    cropUpright(
      source,
      placesAlong(source.width, width, a, x0),
      placesAlong(source.height, height, a, y0),
      data,
    )
    return { width, height, data }
  }
  const sample = pixelSampler(source, data)
  let to = 0
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++, to += 3) {
      const x = a * (u + 0.5) - b * (v + 0.5) + x0 - 0.5
      const y = b * (u + 0.5) + a * (v + 0.5) + y0 - 0.5
      sample(x, y, to)
    }
  }
  return { width, height, data }
}

/** The box of an image, scaled with its proportions to fit into `width` × `height`, and centred. */
export const boxToSource = (box: Box, width: number, height: number): SimilarityTransform => {
  const scale = Math.max(box.width / width, box.height / height)
  return {
    a: scale,
    b: 0,
    x0: box.left + box.width / 2 - (scale * width) / 2,
    y0: box.top + box.height / 2 - (scale * height) / 2,
  }
}

/**
 * For each pixel of a crop: the first of its two source pixels in a row or column, and the distance from it. −1 is
 * outside.
 */
type Places = { first: Int32Array; share: Float64Array }

const placesAlong = (length: number, wanted: number, scale: number, start: number): Places => {
  const first = new Int32Array(wanted)
  const share = new Float64Array(wanted)
  for (let at = 0; at < wanted; at++) {
    const place = scale * (at + 0.5) + start - 0.5
    const inside = Math.min(Math.max(place, 0), length - 1)
    // Half a pixel around the edge still belongs to the image.
    first[at] =
      place < -0.5 || place > length - 0.5 ? -1 : Math.min(Math.floor(inside), Math.max(length - 2, 0))
    share[at] = inside - first[at]!
  }
  return { first, share }
}

/** Equals `pixelSampler` for crops without rotation. Most crops are of this kind. */
const cropUpright = ({ width, height, data }: RgbImage, across: Places, down: Places, into: Uint8Array) => {
  const right = width > 1 ? 3 : 0
  const below = height > 1 ? width * 3 : 0
  const columns = across.first.length
  for (let v = 0; v < down.first.length; v++) {
    const row = down.first[v]!
    if (row < 0) continue
    const fromTop = down.share[v]!
    for (let u = 0, to = v * columns * 3; u < columns; u++, to += 3) {
      const column = across.first[u]!
      if (column < 0) continue
      const fromLeft = across.share[u]!
      const at = (row * width + column) * 3
      for (let place = at, channel = to; place < at + 3; place++, channel++) {
        const upper = data[place]! + fromLeft * (data[place + right]! - data[place]!)
        const first = data[place + below]!
        const lower = first + fromLeft * (data[place + below + right]! - first)
        into[channel] = upper + fromTop * (lower - upper) + 0.5
      }
    }
  }
}

/** Samples the image at a point, and writes the three channels to `to`. */
const pixelSampler =
  ({ width, height, data }: RgbImage, into: Uint8Array) =>
  (x: number, y: number, to: number) => {
    // Half a pixel around the edge still belongs to the image.
    if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) return
    const inX = Math.min(Math.max(x, 0), width - 1)
    const inY = Math.min(Math.max(y, 0), height - 1)
    const left = Math.min(Math.floor(inX), Math.max(width - 2, 0))
    const top = Math.min(Math.floor(inY), Math.max(height - 2, 0))
    const right = width > 1 ? 3 : 0
    const below = height > 1 ? width * 3 : 0
    const fromLeft = inX - left
    const fromTop = inY - top
    const at = (top * width + left) * 3
    for (let channel = 0; channel < 3; channel++) {
      const place = at + channel
      const upper = data[place]! + fromLeft * (data[place + right]! - data[place]!)
      const lower = data[place + below]! + fromLeft * (data[place + below + right]! - data[place + below]!)
      into[to + channel] = upper + fromTop * (lower - upper) + 0.5
    }
  }
