import { templateSide } from '../recognise/align.ts'

/**
 * A part of the aligned face: from the brows to below the mouth and from cheek to cheek, without hair or background.
 */
export const faceArea = { left: 22, top: 36, right: 90, bottom: 104 }

/** Luma inside the face area of an aligned face, row by row. */
export const cutFaceArea = (grey: Float32Array): Float32Array => {
  const { left, top, right, bottom } = faceArea
  const area = new Float32Array((right - left) * (bottom - top))
  for (let y = top; y < bottom; y++) {
    const row = y * templateSide
    area.set(grey.subarray(row + left, row + right), (y - top) * (right - left))
  }
  return area
}
