import Type from 'typebox'
import { type ActNeeds, defineReading, needsOf } from '../../../gateway/acts/index.ts'
import { listCalibrations } from './calibration-versions.ts'

/** Every stored calibration, the newest first. */
export const readCalibrations = defineReading({
  name: 'face_calibrations.list',
  sentence: { en: 'Lists the calibrations of faces', fr: 'Liste les étalonnages des visages' },
  actors: { operator: ['supervisor', 'auditor'] },
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Array(
    Type.Object({
      id: Type.String(),
      model_id: Type.String(),
      supported_rate: Type.Union([Type.Number(), Type.Null()]),
      stored_by: Type.String(),
      stored_at: Type.String(),
      state: Type.Enum(['active', 'proposed', 'stored']),
    }),
  ),
  needs: needsOf<ActNeeds>(),
  async read({ pool, nowMs }) {
    const calibrations = await listCalibrations(pool, new Date(nowMs))
    return calibrations.map((one) => ({ ...one, stored_at: one.stored_at.toISOString() }))
  },
})
