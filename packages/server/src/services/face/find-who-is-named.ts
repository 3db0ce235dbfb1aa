import type { Environment } from '@nani/contract'
import { isCertified } from '../../disclosure/index.ts'
import {
  type IdentityCandidate,
  identificationMargin,
  identify,
  mostCandidates,
  type Template,
} from '../../face/index.ts'
import type { Citizen, Register } from '../../register/index.ts'
import { toldSimilarity } from './decide.ts'
import type { Alike, FaceSources } from './sources.ts'

/** How many photographs are searched for: more only where the first hold too few certified people. */
const photographsSteps = [32, mostCandidates] as const
/** So many people are looked up at once. */
const peopleAtOnce = 8
/** Who is named, and who is next: the margin is between these two, and nobody behind them can change it. */
const enoughCertified = 2

type Sources = { register: Pick<Register, 'findCitizen'>; sources: FaceSources }
type Candidate = IdentityCandidate & { citizen: Citizen }

/**
 * The one certified person whom a face names among everybody, or null. The register says who is certified at this
 * moment: somebody who no longer is can neither be named nor stand in the way of another.
 */
export const findWhoIsNamed = async (
  template: Template,
  threshold: number,
  environment: Environment,
  dependencies: Sources,
): Promise<{ citizen: Citizen; similarity: number } | null> => {
  const certified = await mostAlikeCertified(template, environment, dependencies)
  return identify(certified, { threshold, margin: identificationMargin })
}

/**
 * The certified people who are most alike, two at least, unless the search has no more. How far it goes is decided by who
 * is certified, and never by how alike anybody is: a match takes as long as none. What remains to be told from the clock
 * is that fewer than two certified people were among the nearest 8 people, or 32 photographs. What remains unseen is
 * whoever has 100 photographs of uncertified people, or of one other person, in front of them.
 */
const mostAlikeCertified = async (
  template: Template,
  environment: Environment,
  { register, sources }: Sources,
): Promise<Candidate[]> => {
  const certified: Candidate[] = []
  const seen = new Set<string>()
  for (const photographs of photographsSteps) {
    const alike = await sources.mostAlike(template, environment, photographs)
    const unseen = alike.filter(({ svcId }) => !seen.has(svcId))
    for (let from = 0; from < unseen.length; from += peopleAtOnce) {
      const people = unseen.slice(from, from + peopleAtOnce)
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
      ? [{ citizen, identity: svcId, cosine, similarity: toldSimilarity(similarity) }]
      : []
  })
}
