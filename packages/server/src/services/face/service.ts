import {
  defaultFaceThreshold,
  type FaceRecognitionRequest,
  faceRecognition,
  faceRecognitionRequest,
  individualIdentifierTypes,
} from '@nani/contract'
import type { FaceAnalysis, Template } from '@nani/engines/face-engine/index.ts'
import { fairLimiter, Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { defineService, type Service, type ServiceCall } from '../../calls/calls/index.ts'
import type { Register } from '../../register/register/index.ts'
import type { RequireModels } from './accepted-models.ts'
import type { SimilarityScale } from './calibrations/follow-calibration.ts'
import { decideIdentification, decideVerification } from './decide.ts'
import { description, examples } from './examples.ts'
import { findIdentifiedPerson } from './find-identified-person.ts'
import { checkImage, type FetchImage, imageBytes } from './image-bytes.ts'
import { type FaceMode, type ReasonSecrets, reasonEffect, recordRefusedReason } from './reasons.ts'
import type { FaceSources } from './sources.ts'

export type FaceDependencies = {
  register: Pick<Register, 'findCitizen'>
  sources: FaceSources
  fetchImage: FetchImage
  requireModels: RequireModels
  /** The reasons of refused images are stored here. */
  pool: pg.Pool
  reasons: ReasonSecrets
  /** Maximum number of waiting photographs of one application. */
  maxOfOneApplication: number
}

const faceSettings = Type.Object({
  /** Permits `liveness: "none"` in production. */
  may_omit_liveness: Type.Optional(Type.Boolean()),
})

type Call = Omit<ServiceCall<FaceRecognitionRequest>, 'settings'>

const modeOf = ({ identifier }: Pick<Call, 'identifier'>): FaceMode =>
  identifier ? 'verification' : 'identification'

/** See spec/face#face-request. */
export const createFaceRecognition = (dependencies: FaceDependencies): Service => {
  const limit = fairLimiter({
    concurrency: Number.POSITIVE_INFINITY,
    maxWaiting: 0,
    maxHeldPerHolder: dependencies.maxOfOneApplication,
  })
  return defineService({
    name: 'face_recognition',
    object: 'face_recognition',
    idPrefix: 'face',
    path: '/v1/face/recognitions',
    title: 'Face Recognition',
    summary: 'Compare a live photograph with the enrolled faces of one person, or of all people.',
    actions: { call: 'Recognise a face', batch: 'Recognise a batch of faces', result: 'a recognition' },
    description,
    // Photographs are large, so they are read when the page is requested.
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
      'model_not_ready',
      'overloaded',
    ],
    request: faceRecognitionRequest,
    result: faceRecognition,
    batchFields: [
      ...['purpose', 'reason', 'triggered_by', 'liveness', 'threshold', 'scopes', 'document_delivery'],
    ],
    identifierTypes: { identifier: individualIdentifierTypes },
    priceItem: ({ identifier }) => (identifier ? 'face_verification' : 'face_identification'),
    checkFields: checkImage,
    settings: faceSettings,
    checkPermission({ request, environment, settings }) {
      // spec/face#liveness: the production review must approve it. The sandbox has no review.
      if (request.liveness === 'none' && environment === 'production' && !settings.may_omit_liveness)
        throw new Refusal('production_access_required', {
          field: 'liveness',
          reason: 'liveness none is not part of the approval',
        })
    },
    // Limits batches, so that the engine's queue has space for single calls.
    concurrentItems: 4,
    completedEvent: 'face_recognition.completed',
    perform: (call) => limit({ holder: call.applicationId, run: () => recognise(call, dependencies) }),
    async onRefused(call, { code, status }) {
      // A refusal before the analysis of the image is documented sufficiently by the audit entry.
      if (status !== 422) return
      const { pool, reasons } = dependencies
      const given = {
        ...{ reason: call.request.reason, mode: modeOf(call), outcome: code },
        ...{ calibrationId: null, triggeredBy: call.request.triggered_by ?? null },
      }
      await recordRefusedReason(pool, given, call, reasons)
    },
  })
}

const recognise = async (call: Call, dependencies: FaceDependencies) => {
  const { register, sources, fetchImage, reasons } = dependencies
  const { request, identifier, environment, scopes, nowMs } = call
  await dependencies.requireModels(environment)
  const mode = modeOf(call)
  const bytes = await imageBytes(request.image, fetchImage)
  const analysis = await sources.engine.analyse(bytes, { liveness: request.liveness ?? 'passive' })
  const threshold = request.threshold ?? defaultFaceThreshold
  const common = {
    mode,
    threshold,
    liveness: livenessOf(analysis),
    ...(identifier && { identifier }),
    reason: request.reason,
  }
  const scale = sources.scale()
  const asked = { common, threshold, scopes, nowMs }
  const performed = identifier
    ? await verify(call, analysis.template, { register, sources, scale }, asked)
    : decideIdentification(
        await findIdentifiedPerson(analysis.template, { threshold, scale }, environment, {
          register,
          sources,
        }),
        asked,
      )
  const given = (outcome: string) => ({
    ...{ reason: request.reason, mode, outcome },
    ...{ calibrationId: scale.calibrationId, triggeredBy: request.triggered_by ?? null },
  })
  return {
    ...performed,
    effects: [reasonEffect(given(performed.outcome), call, reasons)],
  }
}

const verify = async (
  { identifier, environment }: Call,
  template: Template,
  { register, sources, scale }: Pick<FaceDependencies, 'register' | 'sources'> & { scale: SimilarityScale },
  asked: Parameters<typeof decideVerification>[2],
) => {
  const citizen = identifier && (await register.findCitizen(identifier, environment))
  const enrolled = await sources.templatesOf(citizen?.svc_id ?? unassignedNumber)
  // Without an enrolled photograph, the photograph is compared with itself, so that the duration is equal.
  const compared = enrolled.length > 0 ? enrolled : [template]
  const cosine = Math.max(...compared.map((one) => sources.cosine(template, one)))
  const similarity = scale.similarityOf(cosine)
  return decideVerification(citizen, enrolled.length > 0 ? similarity : null, asked)
}

/** Templates of this unassigned number are read if the identifier has no account. */
const unassignedNumber = 'COD-0000-0000-0000'

const scoreDigits = 1e4

/** A photograph that failed liveness was refused before, so this one passed or was not checked. */
const livenessOf = ({ liveness }: FaceAnalysis) =>
  liveness
    ? {
        checked: true,
        passed: liveness.passed,
        score: Math.round(liveness.score * scoreDigits) / scoreDigits,
      }
    : { checked: false, passed: null, score: null }
