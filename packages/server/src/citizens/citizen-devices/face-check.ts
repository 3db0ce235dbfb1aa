import type { Environment, FaceFault } from '@nani/contract'

/** `calibrationId`: the fitted calibration of the similarity, for the audit. Null: that of the recogniser's manifest. */
export type FaceResult =
  | { result: 'recognised'; similarity: number; calibrationId: string | null }
  /** Another face, or a photograph of a photograph. */
  | { result: 'not_recognised'; why: 'liveness_failed' | 'no_match'; calibrationId: string | null }
  | { result: 'capture_fault'; fault: FaceFault }

/**
 * Compares a photograph with the enrolled portrait of a citizen, always with liveness. It throws `overloaded` when too
 * many photographs wait, and `model_not_ready` while production may not use the models. The image exists in memory only.
 */
export type FaceCheck = (svcId: string, image: Buffer, environment: Environment) => Promise<FaceResult>

/** The similarity that counts as the same person (spec/sign-in#devices-of-citizens). */
export const faceThreshold = 0.9
