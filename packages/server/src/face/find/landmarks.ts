import type { DetectedFace, Face } from '../engine.ts'
import type { Box, FivePoints, Landmarks, Point } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import { applyTransform, meanPoint } from '../image/similarity-transform.ts'
import type { Model } from '../models/manifest.ts'

/*
 * The model answers a little differently when the crop moves; the mean of a few crops is nearer to the truth than any
 * of them, and aligns faces better. Shifts and growth are shares of the box.
 */
const looks = [
  { x: 0, y: 0, size: 1 },
  { x: 0.05, y: 0, size: 1 },
  { x: -0.05, y: 0, size: 1 },
  { x: 0, y: 0.05, size: 1 },
  { x: 0, y: -0.05, size: 1 },
  { x: 0, y: 0, size: 1.1 },
  { x: 0, y: 0, size: 0.92 },
]

/** The 68 points of a face. A model of the role answers x and y in turn, 0 to 1, of a square as tall as the box. */
export const findLandmarks = async (model: Model, image: RgbImage, face: DetectedFace): Promise<Face> => {
  const seen = await Promise.all(
    looks.map(({ x, y, size }) => look(model, image, square(face.box, { x, y, size }))),
  )
  const landmarks = seen[0]!.map((_, index) => meanPoint(seen.map((points) => points[index]!)))
  return { ...face, landmarks, five: fivePoints(landmarks) }
}

const look = async (model: Model, image: RgbImage, box: Box): Promise<Landmarks> => {
  const { input } = model.manifest
  const toSource = boxToSource(box, input.width, input.height)
  const shown = crop(image, toSource, input.width, input.height)
  const [points] = (await model.look(shown)) as [Float32Array]
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

/** What alignment needs. The middle of an eye is that of its lids, which stays when the eye looks aside. */
const fivePoints = (landmarks: Landmarks): FivePoints => [
  middle(landmarks, 37, 38, 40, 41),
  middle(landmarks, 43, 44, 46, 47),
  middle(landmarks, 30),
  middle(landmarks, 48, 60),
  middle(landmarks, 54, 64),
]

const middle = (landmarks: Landmarks, ...which: number[]): Point =>
  meanPoint(which.map((index) => landmarks[index]!))
