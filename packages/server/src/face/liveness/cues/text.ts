import { faceHeight, type Surroundings } from './surroundings.ts'

const cell = 8
const flatSlope = 1.6
const strokeSlope = 7
/** Strokes in a row of a cell: text has them at every few pixels, a fold of cloth one. */
const leastStrokes = 1.4

type Cell = { isFlat: boolean; isBusy: boolean; isHead: boolean }

/**
 * Rows of text, in areas of the face: cells full of strokes that have bare paper above or below and text beside. Bare
 * paper alone says nothing: walls are as bare.
 */
export const measureText = (around: Surroundings): number => {
  const columns = Math.floor(around.width / cell)
  const rows = Math.floor(around.height / cell)
  const cells = Array.from({ length: rows * columns }, (_, index) =>
    lookAtCell(around, (index % columns) * cell, Math.floor(index / columns) * cell),
  )
  const at = (row: number, column: number): Cell | undefined =>
    row < 0 || column < 0 || row >= rows || column >= columns ? undefined : cells[row * columns + column]
  const isText = (row: number, column: number) => {
    if (!at(row, column)!.isBusy || at(row, column)!.isHead) return false
    const hasNeighbour = at(row, column - 1)?.isBusy || at(row, column + 1)?.isBusy
    const hasPaper = [-2, -1, 1, 2].some((step) => at(row + step, column)?.isFlat)
    return hasNeighbour && hasPaper
  }
  const texts = cells.filter((_, index) => isText(Math.floor(index / columns), index % columns)).length
  return (texts * cell * cell) / faceHeight ** 2
}

const lookAtCell = ({ width, slopeX, slopeY, face }: Surroundings, left: number, top: number): Cell => {
  let slope = 0
  let strokes = 0
  for (let y = top; y < top + cell; y++) {
    let sign = 0
    for (let at = y * width + left; at < y * width + left + cell; at++) {
      slope += Math.abs(slopeX[at]!) + Math.abs(slopeY[at]!)
      const here = slopeX[at]! > strokeSlope ? 1 : slopeX[at]! < -strokeSlope ? -1 : 0
      if (here !== 0 && here !== sign) {
        strokes++
        sign = here
      }
    }
  }
  const pixels = cell * cell
  const [x, y] = [left + cell / 2, top + cell / 2]
  return {
    isFlat: slope / pixels < flatSlope,
    isBusy: strokes / cell >= leastStrokes,
    // Hair, neck and shoulders are taken for the head.
    isHead:
      x > face.left - 0.35 * face.width &&
      x < face.left + 1.35 * face.width &&
      y > face.top - 0.4 * face.height &&
      y < face.top + 1.25 * face.height,
  }
}
