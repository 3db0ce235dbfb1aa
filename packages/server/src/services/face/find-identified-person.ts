import type { Environment } from '@nani/contract'
import type { Template } from '@nani/engines/face-engine/index.ts'
import {
  type IdentityCandidate,
  identificationMargin,
  identify,
  maxCandidates,
} from '@nani/engines/face-search/index.ts'
import { isCertified } from '../../calls/disclosure/index.ts'
import type { Citizen, Register } from '../../register/register/index.ts'
import { roundedSimilarity } from './decide.ts'
import type { Alike, FaceSources } from './sources.ts'

/** Number of photographs to search. The second step only runs if the first has too few certified people. */
const photographsSteps = [32, maxCandidates] as const
/** Number of concurrent look-ups of people. */
const lookUpConcurrency = 8
/**
 * The identified person and the next one. The margin is the distance between them, and no later person can change it.
 */
const enoughCertified = 2

type Sources = { register: Pick<Register, 'findCitizen'>; sources: FaceSources }
type Candidate = IdentityCandidate & { citizen: Citizen }

/**
 * The certified person that a face identifies, or null. The register decides who is certified now. An uncertified
 * person is never identified and never prevents the identification of another.
 */
export const findIdentifiedPerson = async (
  template: Template,
  threshold: number,
  environment: Environment,
  dependencies: Sources,
): Promise<{ citizen: Citizen; similarity: number } | null> => {
  const certified = await nearestCertified(template, environment, dependencies)
  return identify(certified, { threshold, margin: identificationMargin })
}

/**
 * The most similar certified people: at least two, unless the search has no more. The number of steps depends on
 * certification only, never on similarity, so a match takes as long as no match. Remaining timing leak: a caller can
 * learn that fewer than two of the nearest 8 people, or 32 photographs, are certified. Remaining gap: a person is not
 * found if 100 photographs of uncertified people, or of one other person, rank higher.
 */
const nearestCertified = async (
  template: Template,
  environment: Environment,
  { register, sources }: Sources,
): Promise<Candidate[]> => {
  const certified: Candidate[] = []
  const seen = new Set<string>()
  for (const photographs of photographsSteps) {
    const alike = await sources.nearestFaces(template, environment, photographs)
    const unseen = alike.filter(({ svcId }) => !seen.has(svcId))
    for (let from = 0; from < unseen.length; from += lookUpConcurrency) {
      const people = unseen.slice(from, from + lookUpConcurrency)
      for (const { svcId } of people) seen.add(svcId)
      certified.push(...(await certifiedOf(people, environment, register)))
      if (certified.length >= enoughCertified) return certified
    }
  }
  return certified
}

const certifiedOf = async (
  people: readonly Alike[],
  environment: Environment,
  register: Sources['register'],
): Promise<Candidate[]> => {
  const citizens = await Promise.all(
    people.map(({ svcId }) => register.findCitizen({ type: 'svc_id', value: svcId }, environment)),
  )
  return people.flatMap(({ svcId, cosine, similarity }, index) => {
    const citizen = citizens[index]
    return citizen && isCertified(citizen)
      ? [{ citizen, identity: svcId, cosine, similarity: roundedSimilarity(similarity) }]
      : []
  })
}
