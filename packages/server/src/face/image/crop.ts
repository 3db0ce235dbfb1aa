import type { Box } from '../geometry.ts'
import type { RgbImage } from './decoded-image.ts'
import { halve } from './halve.ts'
import { type SimilarityTransform, scaleOf } from './similarity-transform.ts'

/**
 * The part of an image that `toSource` maps the pixels of a `width` × `height` crop to. Sampled between pixels, and
 * from a halved image where the crop is smaller than what it shows, so that nothing aliases. Outside is black.
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
  let to = 0
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++, to += 3) {
      const x = a * (u + 0.5) - b * (v + 0.5) + x0 - 0.5
      const y = b * (u + 0.5) + a * (v + 0.5) + y0 - 0.5
      samplePixel(source, x, y, data, to)
    }
  }
  return { width, height, data }
}

/** The box of an image, stretched evenly so that it just fits into `width` × `height`, in its middle. */
export const boxToSource = (box: Box, width: number, height: number): SimilarityTransform => {
  const scale = Math.max(box.width / width, box.height / height)
  return {
    a: scale,
    b: 0,
    x0: box.left + box.width / 2 - (scale * width) / 2,
    y0: box.top + box.height / 2 - (scale * height) / 2,
  }
}

const samplePixel = (
  { width, height, data }: RgbImage,
  x: number,
  y: number,
  into: Uint8Array,
  to: number,
) => {
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
