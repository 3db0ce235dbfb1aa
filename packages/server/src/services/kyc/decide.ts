import type { Identifier, KycValidation, Scope } from '@nani/contract'
import type { PerformedAs } from '../../calls/calls/index.ts'
import { resolveIdentity } from '../../calls/disclosure/index.ts'
import type { Citizen } from '../../register/register/index.ts'
import { type Claims, matchClaims } from './match-claims.ts'

export type Facts = {
  citizen: Citizen | null
  identifier: Identifier
  claims: Claims
  scopes: readonly Scope[]
  nowMs: number
}

/** A certified identity is verified, and the claims are compared with it (spec/kyc#kyc-result). */
export const decide = ({ citizen, identifier, claims, scopes, nowMs }: Facts): PerformedAs<KycValidation> => {
  const { status, person, blocks, ...disclosed } = resolveIdentity(citizen, scopes, nowMs)
  return {
    ...disclosed,
    outcome: person ? 'verified' : status,
    fields: {
      certified_account: person !== null,
      identifier,
      ...(person && { match: matchClaims(claims, person, nowMs) }),
      ...blocks,
    },
  }
}
