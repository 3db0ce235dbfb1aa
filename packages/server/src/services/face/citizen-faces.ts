import type { FaceFault } from '@nani/contract'
import type { FaceAnalysis } from '@nani/engines/face-engine/index.ts'
import { fairLimiter, isForCallers } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { FaceCheck, FaceResult } from '../../citizens/citizen-devices/index.ts'
import type { RequireModels } from './accepted-models.ts'
import { roundedSimilarity } from './decide.ts'
import { type GivenReason, type ReasonedCall, type ReasonSecrets, writeReason } from './reasons.ts'
import type { FaceSources } from './sources.ts'

/** Comparisons of citizens with their own portraits, in their own app. */
export type CitizenFaces = {
  check: FaceCheck
  /** Writes the reason of a comparison in the transaction of its result. */
  writeReason(client: Database, given: GivenReason, call: ReasonedCall): Promise<void>
}

type Dependencies = {
  requireModels: RequireModels
  sources: Pick<FaceSources, 'engine' | 'cosine' | 'scale' | 'templatesOf'>
  reasons: ReasonSecrets
  /** Maximum number of waiting photographs of all citizens. Calls of applications have the other places. */
  maxWaiting: number
  /** The similarity from which two photographs show one person. */
  threshold: number
}

const maxOfOneCitizen = 2

const limiter = (maxHeldPerHolder: number) =>
  fairLimiter({ concurrency: Number.POSITIVE_INFINITY, maxWaiting: 0, maxHeldPerHolder })

export const createCitizenFaces = ({
  requireModels,
  sources,
  reasons,
  maxWaiting,
  threshold,
}: Dependencies): CitizenFaces => {
  const ofAll = limiter(maxWaiting)
  const ofOne = limiter(maxOfOneCitizen)
  const compare = async (svcId: string, image: Buffer): Promise<FaceResult> => {
    let analysis: FaceAnalysis
    try {
      analysis = await sources.engine.analyse(image, { liveness: 'passive' })
    } catch (error) {
      return resultOf(error)
    }
    const { template } = analysis
    const enrolled = await sources.templatesOf(svcId)
    const { calibrationId, similarityOf } = sources.scale()
    const cosine = Math.max(-1, ...enrolled.map((one) => sources.cosine(template, one)))
    const similarity = roundedSimilarity(similarityOf(cosine))
    return similarity >= threshold
      ? { result: 'recognised', similarity, calibrationId }
      : { result: 'not_recognised', why: 'no_match', calibrationId }
  }
  return {
    async check(svcId, image, environment) {
      await requireModels(environment)
      const run = () => compare(svcId, image)
      return ofOne({ holder: svcId, run: () => ofAll({ holder: 'citizens', run }) })
    },
    writeReason: (client, given, call) => writeReason(client, given, call, reasons),
  }
}

/** Faults of a capture may be repeated. A failed liveness check is a result. Anything else is thrown on. */
const resultOf = (error: unknown): FaceResult => {
  if (!isForCallers(error)) throw error
  switch (error.code) {
    case 'liveness_failed':
      return { result: 'not_recognised', why: 'liveness_failed', calibrationId: null }
    case 'no_face_detected':
      return { result: 'capture_fault', fault: 'no_face' }
    case 'multiple_faces_detected':
      return { result: 'capture_fault', fault: 'several_faces' }
    case 'image_quality_insufficient':
      return { result: 'capture_fault', fault: faultOf(error.context.problems) }
    case 'invalid_request':
      return { result: 'capture_fault', fault: 'unusable' }
    default:
      throw error
  }
}

const faults: Readonly<Record<string, FaceFault>> = {
  image_too_small: 'too_small',
  face_too_small: 'too_small',
  blurred: 'blurred',
  underexposed: 'too_dark',
  overexposed: 'too_bright',
  not_facing_camera: 'not_facing_camera',
  eyes_closed: 'eyes_closed',
  face_occluded: 'face_occluded',
}

/** The first problem for which a person can do something. */
const faultOf = (problems: unknown): FaceFault => {
  const named = Array.isArray(problems) ? problems.map((problem) => faults[String(problem)]) : []
  return named.find((fault) => fault !== undefined) ?? 'unusable'
}
