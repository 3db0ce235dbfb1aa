import type { Identifier } from '@nani/contract'
import type { Performed } from '../../delivery/index.ts'
import type { Business } from '../../register/index.ts'
import { businessBlock, type Inclusion } from './business-block.ts'
import { type Claims, matchClaims } from './match-claims.ts'

export type Facts = {
  business: Business | null
  identifier: Identifier
  claims: Claims
  included: readonly Inclusion[]
}

/** Decisions §8: a business that is on record and active is verified; its match and data are told either way. */
export const decide = ({ business, identifier, claims, included }: Facts): Performed => ({
  outcome: !business ? 'not_found' : business.status === 'active' ? 'verified' : 'not_active',
  members: {
    identifier,
    ...(business && {
      match: matchClaims(claims, business),
      business: businessBlock(business, included),
    }),
  },
  // Scopes are of people, and no person is resolved here.
  scopesApplied: [],
  scopesWithheld: [],
  svcId: null,
})
