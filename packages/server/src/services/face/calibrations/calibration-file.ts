import type { CalibrationStep } from '@nani/engines/face-engine/index.ts'
import { calibrationId, type FittedCalibration } from '@nani/engines/face-evaluation/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { Value } from 'typebox/value'

const calibrationFile = Type.Object({
  id: Type.String(),
  model_id: Type.String({ minLength: 1, maxLength: 100 }),
  calibration: Type.Array(
    Type.Object({
      cosine: Type.Number({ minimum: -1, maximum: 1 }),
      similarity: Type.Number({ minimum: 0, maximum: 1 }),
    }),
    { minItems: 2, maxItems: 100 },
  ),
  supported_rate: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  fitted_on: Type.Array(
    Type.Object({
      group: Type.Union([Type.String(), Type.Null()]),
      people: Type.Integer({ minimum: 1 }),
      photographs: Type.Integer({ minimum: 1 }),
      pairs: Type.Integer({ minimum: 1 }),
    }),
    { minItems: 1, maxItems: 1_000 },
  ),
})

/** A file that a fit wrote. It is refused if it was changed afterwards, because its identifier names its content. */
export const parseCalibration = (text: string, path: string): FittedCalibration => {
  const file = parsed(text)
  if (!Value.Check(calibrationFile, file)) throw invalid(`${path} is not a calibration.`)
  if (!increases(file.calibration)) throw invalid(`The points of ${path} do not increase.`)
  if (calibrationId(file.model_id, file.calibration) !== file.id)
    throw invalid(`${path} was changed after its fit.`)
  return file
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const increases = (steps: readonly CalibrationStep[]): boolean =>
  steps.every((step, index) => {
    const before = steps[index - 1]
    return before === undefined || (step.cosine > before.cosine && step.similarity > before.similarity)
  })

const invalid = (message: string) => new Refusal('face_calibration_invalid', message)
