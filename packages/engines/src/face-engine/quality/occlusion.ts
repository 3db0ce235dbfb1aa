import type { QualityFinding } from '../engine.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'

const maxCovered = 9

/**
 * Value: the number of covered cells of the face. A middle layer of a recogniser sees a cell and its surroundings. A
 * linear probe, fitted on faces with overlaid objects, distinguishes covered cells.
 */
export const measureOcclusion = async (model: Model, aligned: RgbImage): Promise<QualityFinding> => {
  const { probe, id } = model.manifest
  if (!probe) throw new Error(`the model ${id} has no probe for covered cells`)
  const [features] = (await model.runOnImage(aligned)) as [Float32Array]
  const cellCount = features.length / probe.weights.length
  const isCovered = (cell: number) => {
    let logit = probe.biases[cell]!
    for (const [feature, weight] of probe.weights.entries()) {
      logit += weight * features[feature * cellCount + cell]!
    }
    return logit > 0
  }
  const value = probe.cells.filter(isCovered).length
  return { measure: 'occlusion', value, problem: value <= maxCovered ? null : 'face_occluded' }
}
