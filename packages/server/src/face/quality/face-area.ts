import { templateSide } from '../recognise/align.ts'

/** Of an aligned face: from the brows to under the mouth and from cheek to cheek, with no hair and no background. */
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
