import type { DetectedFace, Face } from '../engine.ts'
import type { Box, FivePoints, Landmarks, Point } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import { applyTransform } from '../image/similarity-transform.ts'
import type { Model } from '../models/manifest.ts'
import { toTensor } from '../models/tensor.ts'

/** The 68 points of a face. A model of the role answers x and y in turn, 0 to 1, of a square around the box. */
export const findLandmarks = async (model: Model, image: RgbImage, face: DetectedFace): Promise<Face> => {
  const { input } = model.manifest
  const toSource = boxToSource(squareAround(face.box), input.width, input.height)
  const shown = crop(image, toSource, input.width, input.height)
  const [points] = (await model.run(toTensor(shown, input))) as [Float32Array]
  const landmarks = Array.from({ length: points.length / 2 }, (_, index) =>
    applyTransform(toSource, {
      x: points[2 * index]! * input.width,
      y: points[2 * index + 1]! * input.height,
    }),
  )
  return { ...face, landmarks, five: fivePoints(landmarks) }
}

/** As tall as the box: the model was trained so. */
const squareAround = ({ left, top, width, height }: Box): Box => ({
  left: left + (width - height) / 2,
  top,
  width: height,
  height,
})

/** What alignment needs. The middle of an eye is that of its lids, which stays when the eye looks aside. */
const fivePoints = (landmarks: Landmarks): FivePoints => [
  middle(landmarks, 37, 38, 40, 41),
  middle(landmarks, 43, 44, 46, 47),
  middle(landmarks, 30),
  middle(landmarks, 48, 60),
  middle(landmarks, 54, 64),
]

const middle = (landmarks: Landmarks, ...which: number[]): Point => ({
  x: which.reduce((sum, index) => sum + landmarks[index]!.x, 0) / which.length,
  y: which.reduce((sum, index) => sum + landmarks[index]!.y, 0) / which.length,
})
