import type { DetectedFace } from '../engine.ts'
import type { Box } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import { applyTransform } from '../image/similarity-transform.ts'
import type { Model } from '../models/manifest.ts'
import { suppress } from './suppress.ts'

const leastConfidence = 0.7
const maxOverlap = 0.35
/** Limits the cost of a picture with a thousand faces. This number suffices to know that there are several. */
const maxCandidates = 200

/** The faces in an image, highest confidence first. The model returns scores (background, face) and boxes (0 to 1). */
export const detectFaces = async (model: Model, image: RgbImage): Promise<DetectedFace[]> => {
  const { input } = model.manifest
  const whole: Box = { left: 0, top: 0, width: image.width, height: image.height }
  const toSource = boxToSource(whole, input.width, input.height)
  const shown = crop(image, toSource, input.width, input.height)
  const [scores, boxes] = (await model.runOnImage(shown)) as [Float32Array, Float32Array]
  const found: DetectedFace[] = []
  for (let index = 0; index < scores.length / 2; index++) {
    const confidence = scores[2 * index + 1]!
    if (!(confidence >= leastConfidence)) continue
    const corner = (place: number) =>
      applyTransform(toSource, {
        x: boxes[4 * index + place]! * input.width,
        y: boxes[4 * index + place + 1]! * input.height,
      })
    const { x: left, y: top } = corner(0)
    const { x: right, y: bottom } = corner(2)
    if (right > left && bottom > top) {
      found.push({ box: { left, top, width: right - left, height: bottom - top }, confidence })
    }
  }
  const surest = found.toSorted((a, b) => b.confidence - a.confidence).slice(0, maxCandidates)
  return suppress(surest, maxOverlap)
}
