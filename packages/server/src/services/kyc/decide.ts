import type { Identifier, Scope } from '@nani/contract'
import type { Performed } from '../../delivery/index.ts'
import { resolveIdentity } from '../../disclosure/index.ts'
import type { Citizen } from '../../register/index.ts'
import { type Claims, matchClaims } from './match-claims.ts'

export type Facts = {
  citizen: Citizen | null
  identifier: Identifier
  claims: Claims
  scopes: readonly Scope[]
  nowMs: number
}

/** A certified identity is verified, and the claims are compared with it (spec 1 § `kyc_validation`). */
export const decide = ({ citizen, identifier, claims, scopes, nowMs }: Facts): Performed => {
  const { standing, person, blocks, ...told } = resolveIdentity(citizen, scopes, nowMs)
  return {
    ...told,
    outcome: person ? 'verified' : standing,
    members: {
      certified_account: person !== null,
      identifier,
      ...(person && { match: matchClaims(claims, person, nowMs) }),
      ...blocks,
    },
  }
}
