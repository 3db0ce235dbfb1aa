import type { Refusal } from '../core/index.ts'
import type { Box, FivePoints, Landmarks } from './geometry.ts'
import type { DecodedImage } from './image/decoded-image.ts'

/** What the detector found: the box from brow to chin, as the model draws it, and its confidence (0 to 1). */
export type DetectedFace = { box: Box; confidence: number }

/** A face whose points are known. */
export type Face = DetectedFace & { landmarks: Landmarks; five: FivePoints }

/** A face as numbers. Comparable with templates of the same model only; of length 1. */
export type Template = { modelId: string; vector: Float32Array }

/** What is measured of an image, each by a file of quality/ that also has its limit. */
export type QualityMeasure =
  | 'size'
  | 'face_size'
  | 'sharpness'
  | 'brightness'
  | 'compression'
  | 'pose'
  | 'eyes'
  | 'occlusion'

/** What is told to the caller, who can then take a better photograph. */
export type QualityProblem =
  | 'image_too_small'
  | 'face_too_small'
  | 'blurred'
  | 'underexposed'
  | 'overexposed'
  | 'compressed'
  | 'not_facing_camera'
  | 'eyes_closed'
  | 'face_occluded'

/** `value` is in the measure's own unit (its file says which); `problem` is null when it is within its limit. */
export type QualityFinding = { measure: QualityMeasure; value: number; problem: QualityProblem | null }

/** `score`: 0 (surely an attack) to 1 (surely live). Null in an analysis that did not ask for liveness. */
export type LivenessFinding = { score: number; passed: boolean }

/** What liveness works on; implemented in liveness/ and called between quality and template. */
export type LivenessCheck = (image: DecodedImage, face: Face) => Promise<LivenessFinding>

export type FaceAnalysis = {
  /** The one subject. Small faces far behind are not subjects (`subject.ts`); `bystanders` counts them. */
  face: Face
  bystanders: number
  quality: QualityFinding[]
  liveness: LivenessFinding | null
  template: Template
}

/** A face that is compared to measure error rates, and what `analyse` refuses its photograph with, if it does. */
export type FaceObservation = { template: Template; refusal: Pick<Refusal, 'code' | 'context'> | null }

/**
 * From the bytes of a photograph to a template. Refuses with the specification's codes: `invalid_request` (field
 * `image`) what is no JPEG or PNG, `image_quality_insufficient` (with `problems`; also what cannot be decoded),
 * `no_face_detected`, `multiple_faces_detected`, `liveness_failed`; and `overloaded` when too many wait. Nothing of the image outlives the call.
 */
export type FaceEngine = {
  /** The recogniser whose templates `analyse` makes. */
  modelId: string
  analyse(image: Uint8Array, wanted: { liveness: 'passive' | 'none' }): Promise<FaceAnalysis>
  /** For evaluation, not for service: refuses only what is no photograph or has no face. Of several faces, the middle one. */
  observe(image: Uint8Array): Promise<FaceObservation>
  /** 0 to 1, monotone in the cosine of the two; throws when the models differ. */
  similarity(a: Template, b: Template): number
  close(): Promise<void>
}
