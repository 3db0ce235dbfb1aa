import type { FaceEngine } from '@nani/engines/face-engine/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  defineModule,
  type Platform,
  type RegisterMetrics,
  registerGauges,
} from '@nani/foundation/platform/index.ts'
import { settleRule } from '../../app/installation-rules/index.ts'
import { faceThreshold } from '../../citizens/citizen-devices/index.ts'
import type { Register } from '../../register/register/index.ts'
import { type CitizenFaces, createCitizenFaces } from './citizen-faces.ts'
import { type OpenFaces, openFaces } from './open-faces.ts'
import { createFaceRecognition } from './service.ts'
import { type FaceSettings, faceSettings } from './settings.ts'

type Portraits = Pick<FaceEngine, 'analyse'>
const noPortraits = null as Portraits | null

/** Face Recognition is not offered without workers for photographs. */
export const faceModule = defineModule({
  name: 'face',
  settings: faceSettings,
  async open(needs: Platform & { register: Register }, settings) {
    const start = () => settleRule(needs, 'face_files_refused', ruleOf(settings))
    if (settings.faceWorkers === 0)
      return { provides: { citizenFaces: noFaces, portraits: noPortraits }, start }
    const faces = await openFaces(settings, needs)
    return {
      provides: { citizenFaces: citizenFacesOf(faces), portraits: faces.sources.engine as Portraits | null },
      services: [createFaceRecognition({ ...faces, register: needs.register })],
      readiness: { faces: faces.isReady },
      metrics: [photographMetrics(faces)],
      start,
      stop: faces.stop,
    }
  },
})

const photographMetrics = ({ waiting }: Pick<OpenFaces, 'waiting'>): RegisterMetrics =>
  registerGauges(
    async () => waiting(),
    [
      {
        name: 'nani_photographs_waiting',
        help: 'Photographs that wait for a worker of this process.',
        of: (value) => [{ value }],
      },
    ],
  )

const ruleOf = ({ faceFilesRefused: value }: FaceSettings) => ({
  value: value ?? false,
  stated: value !== null,
})

const citizenFacesOf = ({ sources, reasons, maxOfOneApplication }: OpenFaces): CitizenFaces =>
  createCitizenFaces({ sources, reasons, maxWaiting: maxOfOneApplication, threshold: faceThreshold })

/** A process without workers serves no face check. The app asks again, and reaches another process. */
const noFaces: CitizenFaces = {
  async check() {
    throw new Refusal('overloaded', { retry_after: 5 }, { detail: 'this process has no face workers' })
  },
  async writeReason() {},
}
