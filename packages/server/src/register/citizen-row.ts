import { rfc3339 } from '../core/index.ts'
import { jsonBlocks } from './record-blocks.ts'
import type { Citizen, CitizenRecord } from './register.ts'

/** The columns of a citizen in the order of the statement. Dates are texts, so that no time zone changes them. */
export const citizenColumns = [
  'svc_id',
  'in_sandbox',
  'in_production',
  'status',
  'certified',
  'created_at',
  'level_of_assurance',
  'full_name',
  'first_name',
  'last_name',
  'date_of_birth::text AS date_of_birth',
  'gender',
  'nationality',
  'marital_status',
  'religion',
  'ethnicity',
  ...jsonBlocks,
] as const

type Nullable<T> = { [Key in keyof T]: T[Key] | null }

/** A row of `citizens`: a block without data is null. */
export type CitizenRow = Omit<Citizen, keyof CitizenRecord | 'created_at'> &
  Nullable<Omit<CitizenRecord, 'biometrics'>> & {
    in_sandbox: boolean
    in_production: boolean
    created_at: Date
    biometrics: Partial<CitizenRecord['biometrics']> | null
  }

/** The complete citizen of a row. Missing data is an empty list or null. */
export const citizenOfRow = (row: CitizenRow): Citizen => ({
  svc_id: row.svc_id,
  status: row.status,
  certified: row.certified,
  created_at: rfc3339(row.created_at.getTime()),
  level_of_assurance: row.level_of_assurance,
  full_name: row.full_name,
  first_name: row.first_name,
  last_name: row.last_name,
  date_of_birth: row.date_of_birth,
  gender: row.gender,
  nationality: row.nationality,
  documents: row.documents ?? [],
  addresses: row.addresses ?? [],
  emails: row.emails ?? [],
  phone_numbers: row.phone_numbers ?? [],
  professions: row.professions ?? [],
  place_of_birth: row.place_of_birth,
  marital_status: row.marital_status,
  languages: row.languages ?? [],
  religion: row.religion,
  ethnicity: row.ethnicity,
  parents: row.parents,
  biometrics: {
    selfie: row.biometrics?.selfie ?? null,
    fingerprints: row.biometrics?.fingerprints ?? [],
    iris: row.biometrics?.iris ?? [],
  },
})
