/** A found template and its identity. `similarity` is the calibrated `cosine` (0 to 1). */
export type IdentityCandidate = { identity: string; cosine: number; similarity: number }

export type IdentificationRule = {
  /** The minimum similarity of a match, as requested. */
  threshold: number
  /**
   * Minimum lead of the best identity over every other one, in cosine. Similarity is flat near 1, but the cosine is
   * not.
   */
  margin: number
}

/**
 * Measured among a million invented people (docs/face-scale.md). Of 2,000 strangers, 6 are identified as another
 * person. Of 2,000 enrolled people, none is. The margin prevents one of ten correct identifications.
 */
export const identificationMargin = 0.1

/**
 * The identified person or null: the best candidate, if it reaches the threshold and leads every other identity by the
 * margin. Among many people a similar other person is likely, so near-equal candidates identify no one.
 */
export const identify = <Candidate extends IdentityCandidate>(
  candidates: readonly Candidate[],
  { threshold, margin }: IdentificationRule,
): Candidate | null => {
  const [best] = candidates.toSorted((a, b) => b.cosine - a.cosine)
  if (best === undefined || !(best.similarity >= threshold)) return null
  const others = candidates.filter(({ identity }) => identity !== best.identity)
  return others.every(({ cosine }) => best.cosine - cosine >= margin) ? best : null
}
