import type { Environment, Identifier, Scope } from '@nani/contract'
import { type Identity, resolveIdentity } from '../../../calls/disclosure/index.ts'
import type { Register } from '../../../register/register/index.ts'
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
  /** The disclosed data of an individual with an identity. Null for all others (spec/aml#screening-result). */
  identity: Identity | null
}

type SubjectQuestion = {
  subject: SubjectRequest
  /** In its canonical form. Null if only a name was given. */
  identifier: Identifier | null
  environment: Environment
  scopes: readonly Scope[]
  nowMs: number
}

/** Resolves the subject of a request: from the register by an identifier, otherwise from the request itself. */
export const resolveSubject = async (
  { subject, identifier, environment, scopes, nowMs }: SubjectQuestion,
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
    identity: identity.status === 'not_found' ? null : identity,
  }
}
