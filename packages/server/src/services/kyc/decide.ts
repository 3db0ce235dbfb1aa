import type { Identifier, Scope } from '@nani/contract'
import type { Performed } from '../../delivery/index.ts'
import { accountOf, disclose, isCertified } from '../../disclosure/index.ts'
import type { Citizen } from '../../register/index.ts'
import { type Claims, matchClaims } from './match-claims.ts'

export type Facts = {
  citizen: Citizen | null
  identifier: Identifier
  claims: Claims
  scopes: readonly Scope[]
  nowMs: number
}

/** The outcome table of spec 1 § `kyc_validation`: what each result contains, and what it leaves out. */
export const decide = ({ citizen, identifier, claims, scopes, nowMs }: Facts): Performed => {
  if (!citizen) {
    return {
      outcome: 'not_found',
      members: { certified_account: false, identifier },
      scopesApplied: [],
      scopesWithheld: [],
      svcId: null,
    }
  }
  const account = accountOf(citizen)
  if (!isCertified(citizen)) {
    return {
      outcome: 'not_certified',
      members: { certified_account: false, identifier, account },
      scopesApplied: [],
      scopesWithheld: [],
      svcId: citizen.svc_id,
    }
  }
  const { kyc, applied, withheld } = disclose(citizen, scopes, nowMs)
  const match = matchClaims(claims, citizen, nowMs)
  return {
    outcome: 'verified',
    members: { certified_account: true, identifier, match, account, kyc },
    scopesApplied: applied,
    scopesWithheld: withheld,
    svcId: citizen.svc_id,
  }
}
