import type { Refusal } from '@nani/foundation/core/index.ts'
import type { Box, FivePoints, Landmarks } from './geometry.ts'
import type { DecodedImage } from './image/decoded-image.ts'
import type { CalibrationStep } from './models/manifest.ts'

/** The box of the detector, from brow to chin, and its confidence (0 to 1). */
export type DetectedFace = { box: Box; confidence: number }

/** A face with its landmarks. */
export type Face = DetectedFace & { landmarks: Landmarks; five: FivePoints }

/** The features of a face as a vector of length 1. It is comparable only with templates of the same model. */
export type Template = { modelId: string; vector: Float32Array }

/** The measures of an image. Each has a file in quality/ that also contains its limit. */
export type QualityMeasure =
  | 'size'
  | 'face_size'
  | 'sharpness'
  | 'brightness'
  | 'compression'
  | 'pose'
  | 'eyes'
  | 'occlusion'

/** A problem that is reported to the caller, who can then take a better photograph. */
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

/** `value` has the unit of the measure (see its file). `problem` is null if the value is within the limit. */
export type QualityFinding = { measure: QualityMeasure; value: number; problem: QualityProblem | null }

/** `score`: 0 (certainly an attack) to 1 (certainly live). Null in an analysis without liveness. */
export type LivenessFinding = { score: number; passed: boolean }

/** The input of the liveness check. It is implemented in liveness/ and runs between quality and template. */
export type LivenessCheck = (image: DecodedImage, face: Face) => Promise<LivenessFinding>

export type FaceAnalysis = {
  /** The subject. Small faces in the background are not subjects (`subject.ts`). `bystanders` is their number. */
  face: Face
  bystanders: number
  quality: QualityFinding[]
  liveness: LivenessFinding | null
  template: Template
}

/** A face that is compared to measure error rates, and the refusal of its photograph by `analyse`, if any. */
export type FaceObservation = { template: Template; refusal: Pick<Refusal, 'code' | 'context'> | null }

/**
 * Converts the bytes of a photograph to a template. It refuses with the codes of the specification. `invalid_request`
 * (field `image`): not a JPEG or PNG. `image_quality_insufficient` (with `problems`): also files that cannot be
 * decoded. Others: `no_face_detected`, `multiple_faces_detected`, `liveness_failed`. `overloaded`: too many requests
 * wait. No data of the image is kept after the call.
 */
export type FaceEngine = {
  /** The recogniser that makes the templates of `analyse`. */
  modelId: string
  /** The calibration of its manifest. */
  calibration: readonly CalibrationStep[]
  analyse(image: Uint8Array, wanted: { liveness: 'passive' | 'none' }): Promise<FaceAnalysis>
  /**
   * For evaluation only. It refuses only a file that is not a photograph or has no face. Of several faces it uses the
   * middle one.
   */
  observe(image: Uint8Array): Promise<FaceObservation>
  /** By the calibration of the manifest: 0 to 1, monotone in the cosine of both. Throws if the models differ. */
  similarity(a: Template, b: Template): number
  /** Photographs that wait for a worker. */
  waiting(): number
  /** Whether photographs can be analysed. False if every worker hangs. */
  canServe(): boolean
  close(): Promise<void>
}
