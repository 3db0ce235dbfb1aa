import {
  defaultFaceThreshold,
  type FaceRecognitionRequest,
  faceRecognition,
  faceRecognitionRequest,
  individualIdentifierTypes,
} from '@nani/contract'
import type pg from 'pg'
import { Refusal } from '../../core/index.ts'
import { defineService, type Service, type ServiceCall } from '../../delivery/index.ts'
import type { FaceAnalysis } from '../../face/index.ts'
import type { Register } from '../../register/index.ts'
import { decideIdentification, decideVerification } from './decide.ts'
import { description, examples } from './examples.ts'
import { fairShare } from './fair-share.ts'
import { findWhoIsNamed } from './find-who-is-named.ts'
import { checkImage, type FetchImage, imageBytes } from './image-bytes.ts'
import { type FaceMode, type ReasonSecrets, reasonOfResult, recordRefusedReason } from './reasons.ts'
import type { FaceSources } from './sources.ts'

export type FaceDependencies = {
  register: Pick<Register, 'findCitizen'>
  sources: FaceSources
  fetchImage: FetchImage
  /** Where the reasons of refused images are written. */
  pool: pg.Pool
  reasons: ReasonSecrets
  /** How many photographs of one application may wait. */
  mostOfOneApplication: number
}

type Call = ServiceCall<FaceRecognitionRequest>

const modeOf = ({ identifier }: Pick<Call, 'identifier'>): FaceMode =>
  identifier ? 'verification' : 'identification'

/** Spec 1 § Face Recognition request. */
export const createFaceRecognition = (dependencies: FaceDependencies): Service => {
  const share = fairShare(dependencies.mostOfOneApplication)
  return defineService<FaceRecognitionRequest>({
    name: 'face_recognition',
    object: 'face_recognition',
    idPrefix: 'face',
    path: '/v1/face/recognitions',
    title: 'Face Recognition',
    summary: 'Compare a live photograph with the enrolled face of somebody, or with those of everybody.',
    description,
    // Photographs are large: they are read when somebody reads the page.
    get examples() {
      return examples()
    },
    refusals: [
      'image_quality_insufficient',
      'no_face_detected',
      'multiple_faces_detected',
      'liveness_failed',
      'image_unreachable',
      'production_access_required',
      'register_unavailable',
      'overloaded',
    ],
    request: faceRecognitionRequest,
    result: faceRecognition,
    batchFields: ['purpose', 'reason', 'liveness', 'threshold', 'scopes', 'document_delivery'],
    identifierTypes: { identifier: individualIdentifierTypes },
    checkFields: checkImage,
    checkPermission({ liveness }, { environment, mayOmitLiveness }) {
      // Spec 1 § Face Recognition request, rule 5: justified in the production review, which the sandbox has none of.
      if (liveness === 'none' && environment === 'production' && !mayOmitLiveness)
        throw new Refusal('production_access_required', {
          field: 'liveness',
          reason: 'liveness none is not part of the approval',
        })
    },
    // So that the batches of all workers together leave room in the engine's queue for whoever waits on the line.
    concurrentItems: 4,
    completedEvent: 'face_recognition.completed',
    perform: (call) => share(call.applicationId, () => recognise(call, dependencies)),
    async onRefused(call, { code, status }) {
      // Of what was refused before anybody looked at the image the audit entry says enough.
      if (status !== 422) return
      const { pool, reasons } = dependencies
      await recordRefusedReason(pool, call.request.reason, modeOf(call), code, call, reasons)
    },
  })
}

const recognise = async (call: Call, { register, sources, fetchImage, reasons }: FaceDependencies) => {
  const { request, identifier, environment, scopes, nowMs } = call
  const mode = modeOf(call)
  const bytes = await imageBytes(request.image, fetchImage)
  const analysis = await sources.engine.analyse(bytes, { liveness: request.liveness ?? 'passive' })
  const threshold = request.threshold ?? defaultFaceThreshold
  const told = {
    mode,
    threshold,
    liveness: livenessTold(analysis),
    ...(identifier && { identifier }),
    reason: request.reason,
  }
  const asked = { told, threshold, scopes, nowMs }
  const performed = identifier
    ? await verify(call, analysis, { register, sources }, asked)
    : decideIdentification(
        await findWhoIsNamed(analysis.template, threshold, environment, { register, sources }),
        asked,
      )
  return {
    ...performed,
    companion: reasonOfResult(request.reason, mode, performed.outcome, call, reasons),
  }
}

const verify = async (
  { identifier, environment }: Call,
  { template }: FaceAnalysis,
  { register, sources }: Pick<FaceDependencies, 'register' | 'sources'>,
  asked: Parameters<typeof decideVerification>[2],
) => {
  const citizen = identifier && (await register.findCitizen(identifier, environment))
  const enrolled = citizen ? await sources.templatesOf(citizen.svc_id) : []
  const similarities = enrolled.map((one) => sources.engine.similarity(template, one))
  return decideVerification(citizen, similarities.length > 0 ? Math.max(...similarities) : null, asked)
}

const scoreDigits = 1e4

/** What failed liveness was refused before: what is told here has passed, or was not checked. */
const livenessTold = ({ liveness }: FaceAnalysis) =>
  liveness
    ? {
        checked: true,
        passed: liveness.passed,
        score: Math.round(liveness.score * scoreDigits) / scoreDigits,
      }
    : { checked: false, passed: null, score: null }
