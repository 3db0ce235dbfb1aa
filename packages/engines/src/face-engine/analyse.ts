import { Refusal } from '@nani/foundation/core/index.ts'
import type { DetectedFace, FaceAnalysis, FaceObservation, LivenessCheck, QualityProblem } from './engine.ts'
import { detectFaces } from './find/detect.ts'
import { findLandmarks } from './find/landmarks.ts'
import { pickMiddle, pickSubject } from './find/subject.ts'
import { DecodingTooSlow, decodeImage, UnreadableImage } from './image/decode.ts'
import type { DecodedImage } from './image/decoded-image.ts'
import type { Model } from './models/manifest.ts'
import type { ModelRole } from './models/model-roles.ts'
import { measureWholeBrightness } from './quality/brightness.ts'
import { measureCompression } from './quality/compression.ts'
import { judgeQuality } from './quality/judge-quality.ts'
import { measureSize } from './quality/size.ts'
import { alignFace } from './recognise/align.ts'
import { makeTemplate } from './recognise/make-template.ts'
import { tookTooLong } from './took-too-long.ts'

export type AnalysisOptions = { liveness: 'passive' | 'none' }

type Models = Readonly<Record<ModelRole, Model>>

/** An analysis in the calling thread. `FaceEngine.analyse` runs it in workers. */
export type Analyser = (bytes: Uint8Array, wanted: AnalysisOptions) => Promise<FaceAnalysis>

export const createAnalyser =
  (models: Models, checkLiveness: LivenessCheck): Analyser =>
  async (bytes, wanted) => {
    const image = await decode(bytes)
    const size = measureSize(image.stored)
    if (size.problem) refuseQuality([size.problem])
    // Several faces are reported before any problem of one face. Moving closer does not help a group.
    const { subject, others, bystanders } = pickSubject(await detectFaces(models.detector, image))
    if (others.length > 0) throw new Refusal('multiple_faces_detected')
    if (!subject) return refuseFaceless(image)
    const { face, aligned, quality, problems } = await measureFace(models, image, subject)
    if (problems.length > 0) refuseQuality(problems)
    const liveness = wanted.liveness === 'passive' ? await checkLiveness(image, face) : null
    if (liveness && !liveness.passed)
      throw new Refusal('liveness_failed', {}, { detail: `score ${liveness.score}` })
    const template = await makeTemplate(models.recogniser, aligned)
    return { face, bystanders, quality, liveness, template }
  }

/** `FaceEngine.observe` in the calling thread. */
export const createObserver =
  (models: Models) =>
  async (bytes: Uint8Array): Promise<FaceObservation> => {
    const image = await decode(bytes)
    const faces = await detectFaces(models.detector, image)
    const { subject, others } = pickSubject(faces)
    const observed = others.length > 0 ? pickMiddle(faces, image) : subject
    if (!observed) return refuseFaceless(image)
    const { aligned, problems } = await measureFace(models, image, observed)
    return { template: await makeTemplate(models.recogniser, aligned), refusal: refusalOf(others, problems) }
  }

const refusalOf = (others: readonly DetectedFace[], problems: QualityProblem[]) => {
  if (others.length > 0) return { code: 'multiple_faces_detected', context: {} } as const
  return problems.length > 0 ? ({ code: 'image_quality_insufficient', context: { problems } } as const) : null
}

const measureFace = async (models: Models, image: DecodedImage, found: DetectedFace) => {
  const face = await findLandmarks(models.landmarks, image, found)
  const aligned = alignFace(image, face.five)
  const quality = await judgeQuality(models, image, face, aligned)
  return { face, aligned, quality, problems: quality.flatMap(({ problem }) => problem ?? []) }
}

const refuseQuality = (problems: QualityProblem[]): never => {
  throw new Refusal('image_quality_insufficient', { problems })
}

/** If the picture is too dark or too bright to show a face, the answer does not state that there was none. */
const refuseFaceless = (image: DecodedImage): never => {
  const whole = { left: 0, top: 0, width: image.width, height: image.height }
  const findings = [measureWholeBrightness(image), measureCompression(image, whole)]
  const problems = findings.flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) refuseQuality(problems)
  throw new Refusal('no_face_detected')
}

const decode = async (bytes: Uint8Array): Promise<DecodedImage> => {
  try {
    return await decodeImage(bytes)
  } catch (error) {
    if (error instanceof DecodingTooSlow) throw tookTooLong(error.message)
    if (!(error instanceof UnreadableImage)) throw error
    const detail = String(error.cause ?? '')
    if (error.problem === 'not_jpeg_or_png')
      throw new Refusal(
        'invalid_request',
        { field: 'image', reason: 'must be a JPEG or PNG image' },
        { detail },
      )
    // spec/errors#status-codes: the request is well-formed, and the image cannot be processed.
    throw new Refusal('image_quality_insufficient', { problems: [error.problem] }, { detail })
  }
}
