import type { QualityFinding } from '../engine.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'

const mostCovered = 9

/**
 * Value: how many cells of the face are covered by what is no face. A layer in the middle of a recogniser sees a cell and
 * what surrounds it; a linear probe, fitted on faces with things laid over them, tells covered cells from bare ones.
 */
export const measureOcclusion = async (model: Model, aligned: RgbImage): Promise<QualityFinding> => {
  const { probe, id } = model.manifest
  if (!probe) throw new Error(`the model ${id} has no probe for covered cells`)
  const [features] = (await model.look(aligned)) as [Float32Array]
  const cellCount = features.length / probe.weights.length
  const isCovered = (cell: number) => {
    let logit = probe.biases[cell]!
    for (const [feature, weight] of probe.weights.entries()) {
      logit += weight * features[feature * cellCount + cell]!
    }
    return logit > 0
  }
  const value = probe.cells.filter(isCovered).length
  return { measure: 'occlusion', value, problem: value <= mostCovered ? null : 'face_occluded' }
}
