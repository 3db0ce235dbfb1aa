import type { DetectedFace } from '../engine.ts'

/**
 * Maximum height of a second face, relative to the first, to be ignored as a bystander. A head of half the height is
 * twice as far from the camera. A passer-by is not a second subject, but a neighbour is.
 */
const bystanderShare = 0.5

/** Minimum confidence to refuse a photograph because of a second person. It is higher than that of `detectFaces`. */
const secondConfidence = 0.9

/** The tallest face, and other subjects by the rule of spec/face#image. */
export const pickSubject = (faces: readonly DetectedFace[]) => {
  const [subject, ...rest] = faces.toSorted((a, b) => b.box.height - a.box.height)
  if (!subject) return { subject: null, others: [], bystanders: 0 }
  const others = rest.filter(
    ({ box, confidence }) =>
      confidence >= secondConfidence && box.height > bystanderShare * subject.box.height,
  )
  return { subject, others, bystanders: rest.length - others.length }
}

/**
 * The face nearest to the centre, with a preference for large faces: the likely subject of a photograph with several
 * people.
 */
export const pickMiddle = (
  faces: readonly DetectedFace[],
  { width, height }: { width: number; height: number },
): DetectedFace | undefined => {
  const off = ({ box }: DetectedFace) =>
    Math.hypot(box.left + (box.width - width) / 2, box.top + (box.height - height) / 2) - box.height / 4
  return faces.toSorted((a, b) => off(a) - off(b))[0]
}
