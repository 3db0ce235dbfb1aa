import type { RgbImage } from './decoded-image.ts'

const halves = new WeakMap<RgbImage, RgbImage>()

/** The image at half its size, each pixel the mean of four. It is computed once and cached with the image. */
export const halve = (image: RgbImage): RgbImage => {
  const made = halves.get(image) ?? average(image)
  halves.set(image, made)
  return made
}

const average = ({ width, height, data }: RgbImage): RgbImage => {
  const half = { width: width >> 1, height: height >> 1 }
  const averaged = new Uint8Array(half.width * half.height * 3)
  const row = width * 3
  let to = 0
  for (let y = 0; y < half.height; y++) {
    let from = 2 * y * row
    for (let x = 0; x < half.width; x++, from += 6) {
      const below = from + row
      averaged[to++] = (data[from]! + data[from + 3]! + data[below]! + data[below + 3]! + 2) >> 2
      averaged[to++] = (data[from + 1]! + data[from + 4]! + data[below + 1]! + data[below + 4]! + 2) >> 2
      averaged[to++] = (data[from + 2]! + data[from + 5]! + data[below + 2]! + data[below + 5]! + 2) >> 2
    }
  }
  return { ...half, data: averaged }
}
