/** A template that was found, and whose it is. `similarity` is `cosine`, calibrated (0 to 1). */
export type IdentityCandidate = { identity: string; cosine: number; similarity: number }

export type IdentificationRule = {
  /** The least similarity of a match, as the caller asked. */
  threshold: number
  /** How far, in cosine, the best identity must be ahead of any other. Similarity is flat near 1; the cosine is not. */
  margin: number
}

/**
 * Measured among a million made-up people (docs/face-scale.md): 6 strangers of 2,000 are taken for somebody, nobody of
 * 2,000 enrolled for somebody else, and one of ten who would be found without a margin is not.
 */
export const identificationMargin = 0.1

/**
 * Who it is, or null: the best candidate, when it reaches the threshold and is ahead of every other identity by the
 * margin. Among many, somebody else who looks alike is to be expected: near-equals are nobody.
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
