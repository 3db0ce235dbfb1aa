import type { Environment, Identifier, Scope } from '@nani/contract'
import { type Identity, resolveIdentity } from '../../disclosure/index.ts'
import type { Register } from '../../register/index.ts'
import {
  factsOfBusiness,
  factsOfCitizen,
  factsOfName,
  factsOfUnknown,
  type SubjectFacts,
  type SubjectRequest,
} from './subject.ts'

export type ResolvedSubject = {
  facts: SubjectFacts
  /** What is told of an individual that resolved to an identity; null of all others (spec 2 § `aml_screening`). */
  identity: Identity | null
}

type Asked = {
  subject: SubjectRequest
  /** In its canonical form; null of a person known by name. */
  identifier: Identifier | null
  environment: Environment
  scopes: readonly Scope[]
  nowMs: number
}

/** Finds out whom a request is about: from the register by an identifier, else from the request itself. */
export const resolveSubject = async (
  { subject, identifier, environment, scopes, nowMs }: Asked,
  register: Pick<Register, 'findCitizen' | 'findBusiness'>,
): Promise<ResolvedSubject> => {
  if (!identifier) return { facts: factsOfName(subject), identity: null }
  if (subject.business) {
    const business = await register.findBusiness(identifier, environment)
    const rccm = identifier.type === 'rccm' ? identifier.value : null
    return {
      facts: business ? factsOfBusiness(business) : factsOfUnknown('business', { rccm }),
      identity: null,
    }
  }
  const citizen = await register.findCitizen(identifier, environment)
  const identity = resolveIdentity(citizen, scopes, nowMs)
  const svcId = identity.svcId ?? (identifier.type === 'svc_id' ? identifier.value : null)
  return {
    facts: identity.person ? factsOfCitizen(identity.person) : factsOfUnknown('individual', { svcId }),
    identity: identity.standing === 'not_found' ? null : identity,
  }
}
