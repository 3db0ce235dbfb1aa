import type { FaceFault } from './refused.ts'

export type FaceResult =
  | { result: 'recognised'; similarity: number }
  /** Another face, or a photograph of a photograph. */
  | { result: 'not_recognised'; why: 'liveness_failed' | 'no_match' }
  | { result: 'capture_fault'; fault: FaceFault }

/**
 * Compares a photograph with the enrolled portrait of a citizen, always with liveness. It throws `overloaded` when too
 * many photographs wait. The image exists in memory only.
 */
export type FaceCheck = (svcId: string, image: Buffer) => Promise<FaceResult>

/** The similarity that counts as the same person (spec/sign-in#devices-of-citizens). */
export const faceThreshold = 0.9
