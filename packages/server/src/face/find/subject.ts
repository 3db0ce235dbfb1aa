import type { DetectedFace } from '../engine.ts'

/**
 * How tall a second face is at most, beside the first, to count as small and far: a head of half the height is twice as
 * far from the camera. A passer-by is no second subject; a neighbour is one.
 */
const bystanderShare = 0.5

/** Between what `detectFaces` answers and what is certain enough to turn a caller away as a second person. */
const secondConfidence = 0.9

/** The tallest face, and who else would be a subject by the rule of spec 1 § Face Recognition, rule 3. */
export const pickSubject = (faces: readonly DetectedFace[]) => {
  const [subject, ...rest] = faces.toSorted((a, b) => b.box.height - a.box.height)
  if (!subject) return { subject: null, others: [], bystanders: 0 }
  const others = rest.filter(
    ({ box, confidence }) =>
      confidence >= secondConfidence && box.height > bystanderShare * subject.box.height,
  )
  return { subject, others, bystanders: rest.length - others.length }
}

/** The face nearest to the middle, large ones sooner: whom a photograph was taken of that others also got onto. */
export const pickMiddle = (
  faces: readonly DetectedFace[],
  { width, height }: { width: number; height: number },
): DetectedFace | undefined => {
  const off = ({ box }: DetectedFace) =>
    Math.hypot(box.left + (box.width - width) / 2, box.top + (box.height - height) / 2) - box.height / 4
  return faces.toSorted((a, b) => off(a) - off(b))[0]
}
