import type { businessInclusions } from '@nani/contract'
import type { Business } from '../../register/index.ts'

export type Inclusion = (typeof businessInclusions)[number]

/** The business as an answer shows it: people only where they were asked for (decisions §8, `include`). */
export const businessBlock = (business: Business, included: readonly Inclusion[]) => {
  const { officers, beneficial_owners, updated_at, ...told } = business
  return {
    ...told,
    ...(included.includes('officers') && { officers }),
    ...(included.includes('beneficial_owners') && { beneficial_owners }),
    updated_at,
  }
}
