import type { Identifier } from '@nani/contract'
import type { Business } from './business.ts'

/** Whose answers are asked for. A sandbox call never sees a person of the production register. */
export type RegisterView = 'sandbox' | 'production'

/** A file kept by the register: its bytes are read by `fileId`, never sent without a delivery decision. */
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

export type Address = {
  type: string
  province: string
  city: string
  commune: string
  quartier: string
  avenue: string
  number: string
  is_primary: boolean
  verified_at: string | null
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

/** Who someone is, as the register certifies it. Dates are `YYYY-MM-DD`, times RFC 3339. */
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

export type FileContent = { content_type: string; bytes: Buffer }

/**
 * The national register, as Nani sees it; a remote register could stand behind it.
 * Identifiers come normalised (decisions §7). A failure and a timeout are both the refusal
 * `register_unavailable`; an identifier that resolves to nobody is null.
 */
export interface Register {
  findCitizen(identifier: Identifier, view: RegisterView): Promise<Citizen | null>
  findBusiness(identifier: Identifier, view: RegisterView): Promise<Business | null>
  readFile(fileId: string): Promise<FileContent | null>
}
