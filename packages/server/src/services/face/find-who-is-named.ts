import type { Environment } from '@nani/contract'
import { isCertified } from '../../disclosure/index.ts'
import { identificationMargin, identify, type Template } from '../../face/index.ts'
import type { Citizen, Register } from '../../register/index.ts'
import { toldSimilarity } from './decide.ts'
import type { FaceSources } from './sources.ts'

/** As many are looked up whether anybody is near or not, so that how long it takes tells nothing. */
const candidates = 8

/**
 * The one certified person whom a face names among everybody, or null. The register says who is certified at this
 * moment: somebody who no longer is can neither be named nor stand in the way of another.
 */
export const findWhoIsNamed = async (
  template: Template,
  threshold: number,
  environment: Environment,
  { register, sources }: { register: Pick<Register, 'findCitizen'>; sources: FaceSources },
): Promise<{ citizen: Citizen; similarity: number } | null> => {
  const alike = await sources.mostAlike(template, environment, candidates)
  const people = await Promise.all(
    alike.map(({ svcId }) => register.findCitizen({ type: 'svc_id', value: svcId }, environment)),
  )
  const certified = alike.flatMap(({ svcId, cosine, similarity }, index) => {
    const citizen = people[index]
    return citizen && isCertified(citizen)
      ? [{ citizen, identity: svcId, cosine, similarity: toldSimilarity(similarity) }]
      : []
  })
  return identify(certified, { threshold, margin: identificationMargin })
}
