import type { QualityFinding } from '../engine.ts'
import type { Box } from '../geometry.ts'
import type { DecodedImage } from '../image/decoded-image.ts'

const leastJpegQuality = 25
const maxBlockiness = 2

const blockSide = 8

/**
 * Value: the blockiness of the face. The quantisation tables describe the last compression only. The edges of 8 × 8
 * blocks remain when a damaged picture is saved again, also as PNG.
 */
export const measureCompression = (image: DecodedImage, box: Box): QualityFinding => {
  const value = image.scale === 1 ? blockiness(image, box) : 1
  const isCoarse = image.jpegQuality !== null && image.jpegQuality < leastJpegQuality
  const problem = isCoarse || value > maxBlockiness ? 'compressed' : null
  return { measure: 'compression', value, problem }
}

/** The ratio of slopes at block edges to other slopes, at the best block offset. 1 means no blocks. */
export const blockiness = (image: DecodedImage, box: Box): number => {
  const left = Math.max(1, Math.floor(box.left))
  const top = Math.max(1, Math.floor(box.top))
  const right = Math.min(image.width, Math.ceil(box.left + box.width))
  const bottom = Math.min(image.height, Math.ceil(box.top + box.height))
  const columns = new Float64Array(blockSide)
  const rows = new Float64Array(blockSide)
  const green = 1
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * image.width + x) * 3 + green
      const here = image.data[at]!
      columns[x % blockSide]! += Math.abs(here - image.data[at - 3]!)
      rows[y % blockSide]! += Math.abs(here - image.data[at - 3 * image.width]!)
    }
  }
  return Math.min(steepest(columns), steepest(rows))
}

const steepest = (steps: Float64Array): number => {
  const sorted = steps.toSorted()
  const median = (sorted[3]! + sorted[4]!) / 2
  return median > 0 ? sorted[blockSide - 1]! / median : 1
}
