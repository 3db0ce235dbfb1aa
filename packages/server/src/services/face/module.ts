import { defineModule, type Platform } from '../../platform/index.ts'
import type { Register } from '../../register/index.ts'
import { openFaces } from './open-faces.ts'
import { createFaceRecognition } from './service.ts'
import { faceSettings } from './settings.ts'

/** Face Recognition is not offered without workers for photographs. */
export const faceModule = defineModule({
  name: 'face',
  settings: faceSettings,
  async open(needs: Platform & { register: Register }, settings) {
    if (settings.faceWorkers === 0) return {}
    const faces = await openFaces(settings, needs)
    return {
      services: [createFaceRecognition({ ...faces, register: needs.register })],
      readiness: { faces: faces.isReady },
      stop: faces.stop,
    }
  },
})
