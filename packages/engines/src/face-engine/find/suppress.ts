import type { DetectedFace } from '../engine.ts'
import type { Box } from '../geometry.ts'

/** The intersection of two boxes divided by their union: 0 if separate, 1 if equal. */
export const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  const both = width * height
  return both / (a.width * a.height + b.width * b.height - both)
}

/**
 * Of boxes that overlap by more than `most`, keeps the one with the highest confidence. A detector returns many boxes
 * for one face.
 */
export const suppress = (faces: readonly DetectedFace[], most: number): DetectedFace[] => {
  const kept: DetectedFace[] = []
  for (const face of faces.toSorted((a, b) => b.confidence - a.confidence)) {
    if (kept.every(({ box }) => overlap(box, face.box) <= most)) kept.push(face)
  }
  return kept
}
