import type { DetectedFace, Face } from '../engine.ts'
import type { Box, FivePoints, Landmarks, Point } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import { applyTransform, meanPoint } from '../image/similarity-transform.ts'
import type { Model } from '../models/manifest.ts'

/**
 * The answer of the model changes slightly with the crop. The mean of several crops is more accurate and aligns faces
 * better. Shifts and growth are shares of the box.
 */
const crops = [
  { x: 0, y: 0, size: 1 },
  { x: 0.05, y: 0, size: 1 },
  { x: -0.05, y: 0, size: 1 },
  { x: 0, y: 0.05, size: 1 },
  { x: 0, y: -0.05, size: 1 },
  { x: 0, y: 0, size: 1.1 },
  { x: 0, y: 0, size: 0.92 },
]

/** The 68 points of a face. The model returns x and y alternately, 0 to 1, in a square with the height of the box. */
export const findLandmarks = async (model: Model, image: RgbImage, face: DetectedFace): Promise<Face> => {
  const seen = await Promise.all(
    crops.map(({ x, y, size }) => findInCrop(model, image, square(face.box, { x, y, size }))),
  )
  const landmarks = seen[0]!.map((_, index) => meanPoint(seen.map((points) => points[index]!)))
  return { ...face, landmarks, five: fivePoints(landmarks) }
}

const findInCrop = async (model: Model, image: RgbImage, box: Box): Promise<Landmarks> => {
  const { input } = model.manifest
  const toSource = boxToSource(box, input.width, input.height)
  const shown = crop(image, toSource, input.width, input.height)
  const [points] = (await model.runOnImage(shown)) as [Float32Array]
  return Array.from({ length: points.length / 2 }, (_, index) =>
    applyTransform(toSource, {
      x: points[2 * index]! * input.width,
      y: points[2 * index + 1]! * input.height,
    }),
  )
}

const square = ({ left, top, width, height }: Box, by: { x: number; y: number; size: number }): Box => {
  const side = height * by.size
  return {
    left: left + (width - side) / 2 + by.x * height,
    top: top + (height - side) / 2 + by.y * height,
    width: side,
    height: side,
  }
}

/** The points for alignment. The centre of an eye is computed from its lids, because it is independent of the gaze. */
const fivePoints = (landmarks: Landmarks): FivePoints => [
  middle(landmarks, 37, 38, 40, 41),
  middle(landmarks, 43, 44, 46, 47),
  middle(landmarks, 30),
  middle(landmarks, 48, 60),
  middle(landmarks, 54, 64),
]

const middle = (landmarks: Landmarks, ...which: number[]): Point =>
  meanPoint(which.map((index) => landmarks[index]!))
