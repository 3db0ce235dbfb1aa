import type { Business, Citizen, Register } from '../../../register/register/index.ts'
import type { FraudCase } from '../case-row.ts'
import { homeCountry, type Party } from '../party.ts'

export type FindParty = Pick<Register, 'findCitizen' | 'findBusiness'>

/** What the number of a party leads to in the register. */
export type RegisterIdentity =
  /** The party has no number of this country. */
  | { kind: 'none' }
  /** No one in the register has the number. */
  | { kind: 'unknown' }
  | { kind: 'citizen'; citizen: Citizen }
  | { kind: 'business'; business: Business }

/** A foreign document and a name lead nowhere (spec/fraud#foreign-identifiers). */
export const registerIdentity = async (
  { kind, identifier }: Party,
  environment: FraudCase['environment'],
  find: FindParty,
): Promise<RegisterIdentity> => {
  if (!identifier || identifier.issuingCountry !== homeCountry) return { kind: 'none' }
  const { type, value } = identifier
  if (kind === 'individual') {
    const citizen = await find.findCitizen({ type, value }, environment)
    return citizen ? { kind: 'citizen', citizen } : { kind: 'unknown' }
  }
  const business = await find.findBusiness({ type, value }, environment)
  return business ? { kind: 'business', business } : { kind: 'unknown' }
}
