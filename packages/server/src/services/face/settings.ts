import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { faceSearchSettings } from '@nani/engines/face-search/settings.ts'
import { parsedSetting, type ValuesOf, wholeNumberSetting } from '@nani/foundation/core/index.ts'

export const faceSettings = {
  ...faceSearchSettings,
  /** Directory of manifests that replace the included face models. Null: none. */
  faceModelsDir: parsedSetting(
    { variable: 'NANI_FACE_MODELS', purpose: 'Folder of' },
    (text): string | null => text && resolve(text),
  ),
  /** Number of concurrent photograph analyses. 0: Face Recognition is not offered. */
  faceWorkers: wholeNumberSetting({
    variable: 'NANI_FACE_WORKERS',
    purpose: 'Photographs analysed in parallel',
    ...{ initial: Math.min(availableParallelism(), 16), max: 256 },
  }),
}

export type FaceSettings = ValuesOf<typeof faceSettings>
