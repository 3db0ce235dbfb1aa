import type { DetectedFace } from '../engine.ts'
import type { Box } from '../geometry.ts'

/** The share of two boxes' joint area that both cover: 0 apart, 1 equal. */
export const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  const both = width * height
  return both / (a.width * a.height + b.width * b.height - both)
}

/** Of boxes that overlap by more than `most`, only the surest: a detector answers many times for one face. */
export const suppress = (faces: readonly DetectedFace[], most: number): DetectedFace[] => {
  const kept: DetectedFace[] = []
  for (const face of faces.toSorted((a, b) => b.confidence - a.confidence)) {
    if (kept.every(({ box }) => overlap(box, face.box) <= most)) kept.push(face)
  }
  return kept
}
