import type { FivePoints } from '../geometry.ts'
import { crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import { fitSimilarity } from '../image/similarity-transform.ts'

/** The five points in a square of 112 pixels: the training template of recognisers since ArcFace. */
const template: FivePoints = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
]
export const templateSide = 112

/** The face upright, centred and scaled to a square of `side` pixels. */
export const alignFace = (image: RgbImage, five: FivePoints, side: number = templateSide): RgbImage => {
  const places = template.map(({ x, y }) => ({
    x: (x * side) / templateSide,
    y: (y * side) / templateSide,
  }))
  return crop(image, fitSimilarity(places, five), side, side)
}
