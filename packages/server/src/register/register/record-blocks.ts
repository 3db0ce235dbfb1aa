import type { CitizenRecord } from './register.ts'

/** The blocks with a list or an object: one column of JSON each, in the database and in an import file. */
export const jsonBlocks = [
  'documents',
  'addresses',
  'emails',
  'phone_numbers',
  'professions',
  'place_of_birth',
  'languages',
  'parents',
  'biometrics',
] as const satisfies readonly (keyof CitizenRecord)[]

/** The blocks of a person with only basic data on record. Each call returns a new object. */
export const emptyRecord = (): CitizenRecord => ({
  documents: [],
  addresses: [],
  emails: [],
  phone_numbers: [],
  professions: [],
  place_of_birth: null,
  marital_status: null,
  languages: [],
  religion: null,
  ethnicity: null,
  parents: null,
  biometrics: { selfie: null, fingerprints: [], iris: [] },
})
