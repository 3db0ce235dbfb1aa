import type { Box } from '../geometry.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import { measureBlue } from './cues/blue.ts'
import { measureBorders } from './cues/borders.ts'
import { measureGrid } from './cues/grid.ts'
import { cropSurroundings } from './cues/surroundings.ts'

/** The measures of a photograph that need no model. Each is an input of the combiner. */
export const measureCues = (image: RgbImage, content: Box, face: Box): Record<string, number> => {
  const { lines, bezel } = measureBorders(cropSurroundings(image, content, face))
  const grid = measureGrid(image, face)
  return {
    border_second: lines[1],
    border_fourth: lines[3],
    bezel,
    grid_luma: grid.luma,
    grid_colour: grid.colour,
    blue: measureBlue(image, face),
  }
}
