import type { businessInclusions } from '@nani/contract'
import type { Business } from '../../register/register/index.ts'

export type Inclusion = (typeof businessInclusions)[number]

/** The business in a response. People are included only if requested (spec/kyb#kyb-request, `include`). */
export const businessBlock = (business: Business, included: readonly Inclusion[]) => {
  const { officers, beneficial_owners, updated_at, ...shared } = business
  return {
    ...shared,
    ...(included.includes('officers') && { officers }),
    ...(included.includes('beneficial_owners') && { beneficial_owners }),
    updated_at,
  }
}
