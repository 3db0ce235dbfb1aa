import type { Face, QualityFinding } from '../engine.ts'
import type { Landmarks } from '../geometry.ts'
import { crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'

const mostClosed = 0.99
/** How far the lids of an open eye are apart, by its width. */
const leastOpening = 0.16

/** The first of the six points around each eye; they go from its left corner over the upper lid. */
const eyes = [36, 42]

/**
 * Value: how surely the eye that is rather open is closed, 0 to 1: a wink is not two closed eyes. The model alone takes
 * shadows and spectacles for lids; an eye whose lids are seen apart is open whatever it says.
 */
export const measureEyes = async (model: Model, image: RgbImage, face: Face): Promise<QualityFinding> => {
  const closed = await Promise.all(eyes.map((first) => closedness(model, image, face.landmarks, first)))
  const value = Math.min(...closed)
  const isOpen = eyes.some((first) => opening(face.landmarks, first) >= leastOpening)
  return { measure: 'eyes', value, problem: value <= mostClosed || isOpen ? null : 'eyes_closed' }
}

const closedness = async (model: Model, image: RgbImage, landmarks: Landmarks, first: number) => {
  const { input } = model.manifest
  const left = landmarks[first]!
  const right = landmarks[first + 3]!
  // The model takes an upright square of 1.6 times the eye's width.
  const side = 1.6 * Math.hypot(right.x - left.x, right.y - left.y)
  const scale = side / input.width
  const toSource = {
    a: scale,
    b: 0,
    x0: (left.x + right.x - side) / 2,
    y0: (left.y + right.y - side) / 2,
  }
  const [answer] = await model.look(crop(image, toSource, input.width, input.height))
  return 1 / (1 + Math.exp(answer![1]! - answer![0]!))
}

const opening = (landmarks: Landmarks, first: number): number => {
  const apart = (from: number, to: number) => {
    const a = landmarks[first + from]!
    const b = landmarks[first + to]!
    return Math.hypot(a.x - b.x, a.y - b.y)
  }
  return (apart(1, 5) + apart(2, 4)) / (2 * apart(0, 3))
}
