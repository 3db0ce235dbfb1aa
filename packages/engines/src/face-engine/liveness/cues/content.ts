import type { Box } from '../../geometry.ts'
import type { RgbImage } from '../../image/decoded-image.ts'

const darkest = 24
const maxShare = 0.45

/**
 * The picture without black bars at the edges of the file. A file padded to a square has straight black borders around
 * a live face. A person never holds a frame exactly parallel to the pixel rows.
 */
export const contentOf = (image: RgbImage): Box => {
  const isDarkRow = (y: number) => isDark(image, y * image.width, 1, image.width)
  const isDarkColumn = (x: number) => isDark(image, x, image.width, image.height)
  const top = countFrom(isDarkRow, 0, 1, image.height * maxShare)
  const bottom = countFrom(isDarkRow, image.height - 1, -1, image.height * maxShare)
  const left = countFrom(isDarkColumn, 0, 1, image.width * maxShare)
  const right = countFrom(isDarkColumn, image.width - 1, -1, image.width * maxShare)
  // Compression artefacts next to a bar are removed with it.
  const withMargin = (bar: number) => (bar > 0 ? bar + 2 : 0)
  return {
    left: withMargin(left),
    top: withMargin(top),
    width: image.width - withMargin(left) - withMargin(right),
    height: image.height - withMargin(top) - withMargin(bottom),
  }
}

const countFrom = (isDarkLine: (at: number) => boolean, from: number, step: number, most: number): number => {
  let count = 0
  while (count < most && isDarkLine(from + count * step)) count++
  return count
}

/** Whether almost all pixels of a line are dark. Compression artefacts brighten a few. */
const isDark = ({ data }: RgbImage, from: number, step: number, count: number): boolean => {
  let bright = 0
  const most = count * 0.02
  for (let index = 0; index < count; index++) {
    const at = (from + index * step) * 3
    if (data[at]! > darkest || data[at + 1]! > darkest || data[at + 2]! > darkest) {
      bright++
      if (bright > most) return false
    }
  }
  return true
}
