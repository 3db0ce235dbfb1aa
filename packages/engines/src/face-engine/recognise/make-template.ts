import type { Template } from '../engine.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'

/** A template has length 1, so the cosine of two templates is their inner product. */
export const makeTemplate = async (model: Model, aligned: RgbImage): Promise<Template> => {
  const [output] = (await model.runOnImage(aligned)) as [Float32Array]
  const length = Math.hypot(...output)
  if (!(length > 0)) throw new Error(`the model ${model.manifest.id} answered no direction`)
  return { modelId: model.manifest.id, vector: output.map((value) => value / length) }
}
