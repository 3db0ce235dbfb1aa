import type { Box } from '../../geometry.ts'
import type { RgbImage } from '../../image/decoded-image.ts'

const darkest = 24
const mostShare = 0.45

/**
 * Where the picture is, without black bars at the file's edges: a file that was padded to be square has straight black
 * borders around a living face, and nobody holds a frame exactly along the pixels' rows.
 */
export const contentOf = (image: RgbImage): Box => {
  const isDarkRow = (y: number) => isDark(image, y * image.width, 1, image.width)
  const isDarkColumn = (x: number) => isDark(image, x, image.width, image.height)
  const top = countFrom(isDarkRow, 0, 1, image.height * mostShare)
  const bottom = countFrom(isDarkRow, image.height - 1, -1, image.height * mostShare)
  const left = countFrom(isDarkColumn, 0, 1, image.width * mostShare)
  const right = countFrom(isDarkColumn, image.width - 1, -1, image.width * mostShare)
  // What ringing of the compressor adds beside a bar is cut with it.
  const beside = (bar: number) => (bar > 0 ? bar + 2 : 0)
  return {
    left: beside(left),
    top: beside(top),
    width: image.width - beside(left) - beside(right),
    height: image.height - beside(top) - beside(bottom),
  }
}

const countFrom = (isDarkLine: (at: number) => boolean, from: number, step: number, most: number): number => {
  let count = 0
  while (count < most && isDarkLine(from + count * step)) count++
  return count
}

/** Every pixel of a line but a few: the compressor's ringing brightens some. */
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
