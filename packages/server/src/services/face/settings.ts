import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { faceSearchSettings } from '@nani/engines/face-search/settings.ts'
import {
  parsedSetting,
  type ValuesOf,
  wholeNumberSetting,
  yesOrNoSetting,
} from '@nani/foundation/core/index.ts'

export const faceSettings = {
  ...faceSearchSettings,
  /** Directory of manifests that replace the included face models. Null: none. */
  faceModelsDir: parsedSetting(
    {
      variable: 'NANI_FACE_MODELS',
      purpose: 'Folder of [manifests](face-models.md) that replace the built-in models',
      byDefault: 'none',
    },
    (text): string | null => text && resolve(text),
  ),
  /** A rule of the installation: whether production uses models whose training data is unknown. Null: not stated. */
  faceModelsAccepted: yesOrNoSetting({
    variable: 'NANI_FACE_MODELS_ACCEPTED',
    purpose:
      '`true`: production uses the built-in models, whose training data is [unknown](face-models.md#production). It is a [rule of the installation](#rules-of-the-installation)',
    byDefault: '`false`; a demo accepts them',
    initial: () => null,
  }),
  /** A rule of the installation: whether enrolment refuses photographs whose source is a file. Null: not stated. */
  faceFilesRefused: yesOrNoSetting({
    variable: 'NANI_FACE_REFUSE_FILES',
    purpose:
      '`true`: a photograph is enrolled only if a clerk or the app took it ([source](face-recognition.md#enrolment)). It is a [rule of the installation](#rules-of-the-installation)',
    byDefault: '`false`',
    initial: () => null,
  }),
  /** Number of concurrent photograph analyses. 0: Face Recognition is not offered. */
  faceWorkers: wholeNumberSetting({
    variable: 'NANI_FACE_WORKERS',
    purpose:
      'Photographs analysed in parallel, about 150 MB each ([memory](face-models.md#memory)); `0`: Face Recognition is not offered',
    byDefault: 'one for each processor, at most 16',
    ...{ initial: Math.min(availableParallelism(), 16), max: 256 },
  }),
}

export type FaceSettings = ValuesOf<typeof faceSettings>
