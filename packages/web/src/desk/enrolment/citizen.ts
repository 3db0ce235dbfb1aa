import type { Proposal } from '../proposals/proposal.ts'

export const accountStatuses = ['active', 'suspended', 'paused', 'deleted'] as const
export type AccountStatus = (typeof accountStatuses)[number]
export const documentTypes = ['passport', 'ceni', 'driving_licence', 'national_id'] as const
export type DocumentType = (typeof documentTypes)[number]

export type CitizenDocument = {
  type: DocumentType
  number: string
  issued_at: string
  expires_at: string | null
  issuing_authority: string
  status: string
  is_primary: boolean
  image: object | null
}
type BirthPlace = { country: string; province: string; city: string }

/** A citizen of the register, as the desk reads it. Other members of the record are not shown. */
export type Citizen = {
  svc_id: string
  status: AccountStatus
  certified: boolean
  created_at: string
  level_of_assurance: string
  full_name: string
  first_name: string
  last_name: string
  date_of_birth: string
  gender: 'male' | 'female'
  nationality: string
  place_of_birth: BirthPlace | null
  documents: CitizenDocument[]
  addresses: (BirthPlace & { commune: string; quartier: string; avenue: string; number: string })[]
  emails: { address: string }[]
  phone_numbers: { number: string }[]
  biometrics: { selfie: { captured_at: string } | null }
}
export type ReadCitizen = { object: 'citizen'; svc_id: string; citizen: Citizen }

/** The values of the register and the proposed ones. Equal values are absent. */
export type Correction = { svc_id: string; before: Record<string, unknown>; after: Record<string, unknown> }
/** The same with its proposal, which has the opened reason here. */
export type ReadCorrection = Correction & { proposal: Proposal }

export const citizenPath = (svcId: string): string => `/citizens/${encodeURIComponent(svcId)}`

/** The number of a citizen, as people write it: with spaces, in small letters, or without the hyphens. */
export const svcIdOf = (written: string): string | null => {
  const [, digits] = /^COD(\d{12})$/.exec(written.toUpperCase().replace(/[\s-]/g, '')) ?? []
  return digits ? `COD-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}` : null
}
