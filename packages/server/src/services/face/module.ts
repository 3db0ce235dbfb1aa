import type { FaceEngine } from '@nani/engines/face-engine/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { settleRule } from '../../app/installation-rules/index.ts'
import { faceThreshold } from '../../citizens/citizen-devices/index.ts'
import type { Register } from '../../register/register/index.ts'
import { type CitizenFaces, createCitizenFaces } from './citizen-faces.ts'
import { type OpenFaces, openFaces } from './open-faces.ts'
import { photographMetrics } from './photograph-metrics.ts'
import { createFaceRecognition } from './service.ts'
import { faceSettings } from './settings.ts'

type Portraits = Pick<FaceEngine, 'analyse'>
const noPortraits = null as Portraits | null
const noEngine = null as OpenFaces | null

/** Face Recognition is not offered without workers for photographs. */
export const faceModule = defineModule({
  name: 'face',
  settings: faceSettings,
  async open(needs: Platform & { register: Register; isDemo(): Promise<boolean> }, settings) {
    const start = async () => {
      await settleRule(needs, 'face_files_refused', ruleOf(settings.faceFilesRefused))
      await settleRule(needs, 'face_models_accepted', ruleOf(settings.faceModelsAccepted))
    }
    if (settings.faceWorkers === 0)
      return { provides: { citizenFaces: noFaces, portraits: noPortraits, faces: noEngine }, start }
    const faces = await openFaces(settings, needs)
    return {
      provides: {
        citizenFaces: citizenFacesOf(faces),
        portraits: portraitsOf(faces) as Portraits | null,
        faces: faces as OpenFaces | null,
      },
      services: [createFaceRecognition({ ...faces, register: needs.register })],
      readiness: { faces: faces.isReady },
      metrics: [photographMetrics(faces)],
      start,
      stop: faces.stop,
    }
  },
})

/** The service in a cell, with the engine and the search of home. */
export const faceOfCellModule = defineModule({
  name: 'face',
  open: ({
    pool,
    faces,
    register,
  }: Pick<Platform, 'pool'> & { faces: OpenFaces | null; register: Register }) => ({
    services: faces ? [createFaceRecognition({ ...faces, pool, register })] : [],
  }),
})

/** The desk takes portraits of the citizens of production. */
const portraitsOf = ({ requireModels, sources }: OpenFaces): Portraits => ({
  async analyse(image, options) {
    await requireModels('production')
    return sources.engine.analyse(image, options)
  },
})

const ruleOf = (value: boolean | null) => ({ value: value ?? false, stated: value !== null })

const citizenFacesOf = ({ requireModels, sources, reasons, maxOfOneApplication }: OpenFaces): CitizenFaces =>
  createCitizenFaces({
    requireModels,
    sources,
    reasons,
    maxWaiting: maxOfOneApplication,
    threshold: faceThreshold,
  })

/** A process without workers serves no face check. The app asks again, and reaches another process. */
const noFaces: CitizenFaces = {
  async check() {
    throw new Refusal('overloaded', { retry_after: 5 }, { detail: 'this process has no face workers' })
  },
  async writeReason() {},
}
