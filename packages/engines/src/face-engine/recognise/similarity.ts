import type { Template } from '../engine.ts'
import type { CalibrationStep } from '../models/manifest.ts'

/** The inner product of two templates of one model: −1 to 1. */
export const cosine = (a: Template, b: Template): number => {
  if (a.modelId !== b.modelId || a.vector.length !== b.vector.length) {
    throw new Error(`templates of ${a.modelId} and ${b.modelId} cannot be compared`)
  }
  let sum = 0
  for (let index = 0; index < a.vector.length; index++) sum += a.vector[index]! * b.vector[index]!
  return Math.min(1, Math.max(-1, sum))
}

/** The similarity of the specification for a cosine: linear between the points of the calibration, constant outside. */
export const calibrated = (steps: readonly CalibrationStep[], cosine: number): number => {
  const above = steps.findIndex((step) => step.cosine >= cosine)
  if (above === 0) return steps[0]!.similarity
  if (above < 0) return steps.at(-1)!.similarity
  const from = steps[above - 1]!
  const to = steps[above]!
  const share = (cosine - from.cosine) / (to.cosine - from.cosine)
  return from.similarity + share * (to.similarity - from.similarity)
}
