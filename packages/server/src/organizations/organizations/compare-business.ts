import type { OrganizationComparison } from '@nani/contract/console'
import { compareLegalNames } from '@nani/engines/names/index.ts'
import { type Clock, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Register, RegisterView } from '../../register/register/index.ts'

type Dependencies = {
  register: Pick<Register, 'findBusiness'>
  clock: Clock
  /** The registers to look in, the first one first. The businesses of the sandbox are invented. */
  views(): Promise<readonly RegisterView[]>
}

/** Compares an organization with the business of the register that has its number. Null: the register did not answer. */
export const createBusinessComparison =
  ({ register, clock, views }: Dependencies) =>
  async (name: string, rccm: string): Promise<OrganizationComparison | null> => {
    const compared_at = rfc3339(clock.now())
    try {
      for (const view of await views()) {
        const business = await register.findBusiness({ type: 'rccm', value: rccm }, view)
        if (!business) continue
        const { verdict } = compareLegalNames(name, business.legal_name)
        const result = business.status === 'active' ? verdict : 'not_active'
        return { result, legal_name: business.legal_name, status: business.status, compared_at }
      }
      return { result: 'not_found', legal_name: null, status: null, compared_at }
    } catch {
      // A reviewer decides without it, and can compare again.
      return null
    }
  }
