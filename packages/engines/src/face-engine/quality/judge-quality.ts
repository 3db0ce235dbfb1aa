import type { Face, QualityFinding } from '../engine.ts'
import type { DecodedImage, RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { toGrey } from '../models/tensor.ts'
import { measureBrightness } from './brightness.ts'
import { measureCompression } from './compression.ts'
import { measureEyes } from './eyes.ts'
import { measureOcclusion } from './occlusion.ts'
import { estimatePose, measurePose } from './pose.ts'
import { measureSharpness } from './sharpness.ts'
import { measureFaceSize, measureSize } from './size.ts'

export type QualityModels = Readonly<Record<'pose' | 'eyes' | 'occlusion', Model>>

/** All measures of a photograph and its face. `aligned` is the input of the recogniser. */
export const judgeQuality = async (
  models: QualityModels,
  image: DecodedImage,
  face: Face,
  aligned: RgbImage,
): Promise<QualityFinding[]> => {
  const grey = toGrey(aligned)
  return [
    measureSize(image.stored),
    measureFaceSize(image, face.box),
    measureSharpness(grey),
    measureBrightness(grey),
    measureCompression(image, face.box),
    measurePose(await estimatePose(models.pose, image, face)),
    await measureEyes(models.eyes, image, face),
    await measureOcclusion(models.occlusion, aligned),
  ]
}
