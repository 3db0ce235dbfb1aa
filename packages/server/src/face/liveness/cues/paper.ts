import { faceHeight, type Surroundings } from './surroundings.ts'

const cell = 8
const flatSlope = 1.6
const strokeSlope = 7
/** Strokes in a row of a cell: text has them at every few pixels, a fold of cloth one. */
const leastStrokes = 1.4
const bright = 140
const dark = 45

export type Paper = {
  /** Cells of text that have bare paper above or below and text beside, in areas of the face. */
  text: number
  /** Of what is around the head: the share without any detail, and of it what is bright and dark. */
  flat: number
  brightFlat: number
  darkFlat: number
}

type Cell = { isFlat: boolean; isBusy: boolean; luma: number; isHead: boolean }

/** Text rows and bare paper, as documents have and people do not. */
export const measurePaper = (around: Surroundings): Paper => {
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
  const outside = cells.filter(({ isHead }) => !isHead)
  const flat = outside.filter(({ isFlat }) => isFlat)
  const share = (some: readonly Cell[]) => some.length / Math.max(12, outside.length)
  const texts = cells.filter((_, index) => isText(Math.floor(index / columns), index % columns)).length
  return {
    text: (texts * cell * cell) / faceHeight ** 2,
    flat: share(flat),
    brightFlat: share(flat.filter(({ luma }) => luma >= bright)),
    darkFlat: share(flat.filter(({ luma }) => luma <= dark)),
  }
}

const lookAtCell = ({ width, grey, slopeX, slopeY, face }: Surroundings, left: number, top: number): Cell => {
  let luma = 0
  let slope = 0
  let strokes = 0
  for (let y = top; y < top + cell; y++) {
    let sign = 0
    for (let at = y * width + left; at < y * width + left + cell; at++) {
      luma += grey[at]!
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
    luma: luma / pixels,
    // Hair, neck and shoulders are taken for the head.
    isHead:
      x > face.left - 0.35 * face.width &&
      x < face.left + 1.35 * face.width &&
      y > face.top - 0.4 * face.height &&
      y < face.top + 1.25 * face.height,
  }
}
