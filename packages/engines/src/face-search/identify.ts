/** A found template and its identity. `similarity` is the calibrated `cosine` (0 to 1). */
export type IdentityCandidate = { identity: string; cosine: number; similarity: number }

export type IdentificationRule = {
  /** The minimum similarity of a match, as requested. */
  threshold: number
  /** Minimum lead of the best identity over the next one, in cosine. Similarity is flat near 1, but the cosine is not. */
  lead: number
  /** Minimum of the best cosine less half of the mean cosine of the crowd. */
  leadOverCrowd: number
}

/** The crowd: at most this number of people, who follow the best one. */
export const crowdSize = 7
const crowdWeight = 0.5

/**
 * The rule of the lead, for any number of enrolled people. The crowd shows how similar strangers are to this face among
 * these people. It becomes more similar as their number grows, so the rule needs no number. The values were fitted on
 * galleries of 30 to 1,400 real people (docs/face-scale.md#real-people).
 */
export const ruleOfTheLead = { lead: 0.08, leadOverCrowd: 0.353 }

/**
 * The identified person or null: the best candidate, if it reaches the threshold, leads the next identity, and leads the
 * crowd. Among many people a similar other person is likely, so near-equal candidates identify no one.
 */
export const identify = <Candidate extends IdentityCandidate>(
  candidates: readonly Candidate[],
  { threshold, lead, leadOverCrowd }: IdentificationRule,
): Candidate | null => {
  const [best, ...others] = bestOfEachIdentity(candidates)
  if (best === undefined || !(best.similarity >= threshold)) return null
  if (!others.every(({ cosine }) => best.cosine - cosine >= lead)) return null
  return best.cosine - crowdWeight * meanCosine(others.slice(0, crowdSize)) >= leadOverCrowd ? best : null
}

/** The most similar candidate of each identity, most similar first. */
const bestOfEachIdentity = <Candidate extends IdentityCandidate>(
  candidates: readonly Candidate[],
): Candidate[] => {
  const seen = new Set<string>()
  return candidates
    .toSorted((a, b) => b.cosine - a.cosine)
    .filter(({ identity }) => !seen.has(identity) && seen.add(identity))
}

const meanCosine = (candidates: readonly IdentityCandidate[]): number =>
  candidates.length === 0 ? 0 : candidates.reduce((sum, { cosine }) => sum + cosine, 0) / candidates.length
