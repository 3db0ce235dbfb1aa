import type { CitizenRecord } from './register.ts'

/** The blocks that are a list or an object: a column of JSON each, in the database and in an import file. */
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

/** Of somebody of whom nothing beyond the basics is on record; a new one each time, to be filled. */
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
