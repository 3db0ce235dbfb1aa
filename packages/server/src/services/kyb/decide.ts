import type { Identifier, KybVerification } from '@nani/contract'
import type { PerformedAs } from '../../calls/calls/index.ts'
import type { Business } from '../../register/register/index.ts'
import { businessBlock, type Inclusion } from './business-block.ts'
import { type Claims, matchClaims } from './match-claims.ts'

export type Facts = {
  business: Business | null
  identifier: Identifier
  claims: Claims
  included: readonly Inclusion[]
}

/** spec/kyb#kyb-result: a registered and active business is verified. Its match and data are returned in both cases. */
export const decide = ({ business, identifier, claims, included }: Facts): PerformedAs<KybVerification> => ({
  outcome: !business ? 'not_found' : business.status === 'active' ? 'verified' : 'not_active',
  fields: {
    identifier,
    ...(business && {
      match: matchClaims(claims, business),
      business: businessBlock(business, included),
    }),
  },
})
