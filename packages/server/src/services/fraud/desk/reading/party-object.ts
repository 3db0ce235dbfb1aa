import type { Party } from '../../party.ts'
import type { PartyComparison } from '../../report/compare-with-register.ts'

/** A party of a case as the desk returns it. */
export type PartyObject = {
  type: Party['kind']
  role: Party['role']
  anonymous: boolean
  country: string
  identifier: { type: string; value: string; issuing_country: string } | null
  full_name: string | null
  date_of_birth: string | null
  nationality: string | null
  phone_number: string | null
  business_name: string | null
  registration_number: string | null
  /** What was written, compared with the register. It holds no data of the register. */
  register: PartyComparison
}

export const partyObject = (party: Party, register: PartyComparison): PartyObject => ({
  type: party.kind,
  role: party.role,
  anonymous: party.anonymous,
  country: party.country,
  identifier: party.identifier && {
    type: party.identifier.type,
    value: party.identifier.value,
    issuing_country: party.identifier.issuingCountry,
  },
  full_name: party.fullName,
  date_of_birth: party.dateOfBirth,
  nationality: party.nationality,
  phone_number: party.phoneNumber,
  business_name: party.businessName,
  registration_number: party.registrationNumber,
  register,
})

const dots = '•••'

/** Enough to distinguish two parties, and too little to identify either. */
export const maskedParty = (party: Party): Party => ({
  ...party,
  identifier: party.identifier && { ...party.identifier, value: dots + party.identifier.value.slice(-3) },
  fullName: party.fullName && `${party.fullName.slice(0, 1)}${dots}`,
  dateOfBirth: party.dateOfBirth && dots,
  phoneNumber: party.phoneNumber && dots + party.phoneNumber.slice(-2),
  businessName: party.businessName && `${party.businessName.slice(0, 1)}${dots}`,
  registrationNumber: party.registrationNumber && dots,
})
