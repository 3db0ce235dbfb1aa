import type { Identifier } from '@nani/contract'
import type { Address } from './address.ts'
import type { Business } from './business.ts'

/** The environment of a call. A sandbox call never sees a person of the production register. */
export type RegisterView = 'sandbox' | 'production'

/** A file of the register. Its bytes are read by `fileId`, and only sent after a disclosure decision. */
export type StoredFile = { content_type: string; file_id: string }

export type AccountStatus = 'active' | 'suspended' | 'paused' | 'deleted'
export type LevelOfAssurance = 'LOA2' | 'LOA3' | 'LOA4'

export type CitizenDocument = {
  type: 'passport' | 'ceni' | 'driving_licence' | 'national_id'
  number: string
  issued_at: string
  expires_at: string | null
  issuing_authority: string
  status: string
  is_primary: boolean
  image: StoredFile | null
}

/** The additional blocks of a citizen: absent or empty means that there is no data on record. */
export type CitizenRecord = {
  documents: CitizenDocument[]
  addresses: Address[]
  emails: { address: string; is_primary: boolean; verified: boolean }[]
  phone_numbers: { number: string; operator: string; is_primary: boolean; verified: boolean }[]
  professions: { title: string; employer: string | null; sector: string; since: string }[]
  place_of_birth: { country: string; province: string; city: string } | null
  marital_status: 'single' | 'married' | 'divorced' | 'widowed' | null
  languages: string[]
  religion: string | null
  ethnicity: string | null
  parents: { father_name: string | null; mother_name: string | null } | null
  biometrics: {
    selfie: { captured_at: string; file: StoredFile } | null
    fingerprints: { format: 'ISO_19794_2'; finger: string; file: StoredFile }[]
    iris: { format: 'ISO_19794_6'; eye: 'left' | 'right'; file: StoredFile }[]
  }
}

/** A certified identity of the register. Dates are `YYYY-MM-DD`, times RFC 3339. */
export type Citizen = CitizenRecord & {
  svc_id: string
  status: AccountStatus
  certified: boolean
  created_at: string
  level_of_assurance: LevelOfAssurance
  full_name: string
  first_name: string
  last_name: string
  date_of_birth: string
  gender: 'male' | 'female'
  nationality: string
}

/** A credit record of a citizen: what a source reports, on a day (`YYYY-MM-DD`). */
export type CitizenCreditRecord = { source: string; as_of: string; fields: Readonly<Record<string, number>> }

export type CreditFile = { citizen: Citizen; records: readonly CitizenCreditRecord[] }

export type FileContent = { content_type: string; bytes: Buffer }

/**
 * The interface to the national register. A remote register could implement it. Identifiers are normalised
 * (spec/identifiers#formats-of-identifiers). A failure and a timeout are both the refusal `register_unavailable`. An
 * unknown identifier gives null.
 */
export interface Register {
  findCitizen(identifier: Identifier, view: RegisterView): Promise<Citizen | null>
  findBusiness(identifier: Identifier, view: RegisterView): Promise<Business | null>
  /** A citizen and the credit records, in one read. */
  findCreditFile(svcId: string, view: RegisterView): Promise<CreditFile | null>
  readFile(fileId: string): Promise<FileContent | null>
}
