import type { Box } from '../geometry.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import { measureBorders } from './cues/borders.ts'
import { measureColours } from './cues/colours.ts'
import { measureGrid } from './cues/grid.ts'
import { lookAround } from './cues/surroundings.ts'
import { measureText } from './cues/text.ts'

/** What is measured of a photograph without a model; each is a number of the combiner. */
export const measureCues = (image: RgbImage, content: Box, face: Box): Record<string, number> => {
  const around = lookAround(image, content, face)
  const { lines, bezel } = measureBorders(around)
  return {
    border_second: lines[1],
    border_third: lines[2],
    border_fourth: lines[3],
    bezel,
    text: measureText(around),
    ...prefixed('grid', measureGrid(image, face)),
    ...prefixed('colour', measureColours(image, content, face)),
  }
}

const prefixed = (prefix: string, values: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}_${name}`, value]))
