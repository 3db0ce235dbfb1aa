import type { Citizen, CitizenDocument } from '../register/index.ts'
import { emptyRecord } from '../register/index.ts'
import {
  documentFile,
  photographFile,
  type SyntheticFile,
  selfieFile,
  storedFile,
} from './synthetic-files/index.ts'

/** The identity number of a sandbox person, `COD-0000-0000-xxxx`. */
export const sandboxSvcId = (number: string): string => `COD-0000-0000-${number}`

/** Reserved for the sandbox people. An import refuses these numbers and `generate` never draws one. */
export const isReservedSvcId = (svcId: string): boolean => svcId.startsWith('COD-0000-0000-')

type Basics = Pick<Citizen, 'first_name' | 'last_name' | 'date_of_birth' | 'gender'>

/** A certified, active citizen with the basic data only. */
export const bareCitizen = (number: string, basics: Basics): Citizen => ({
  svc_id: sandboxSvcId(number),
  status: 'active',
  certified: true,
  created_at: '2022-03-14T09:00:00.000Z',
  level_of_assurance: 'LOA3',
  full_name: `${basics.last_name} ${basics.first_name}`,
  ...basics,
  nationality: 'COD',
  ...emptyRecord(),
})

/** Every file that a sandbox person refers to. `seedSandbox` draws the missing ones. */
export const sandboxFiles: SyntheticFile[] = []

/** Returns a reference to a synthetic file and registers the file. */
export const keep = (file: SyntheticFile) => {
  sandboxFiles.push(file)
  return storedFile(file)
}

const issuers: Record<CitizenDocument['type'], string> = {
  passport: 'Ministère des Affaires étrangères',
  ceni: 'Commission électorale nationale indépendante',
  driving_licence: 'Commission nationale de délivrance des permis de conduire',
  national_id: 'Office national d’identification de la population',
}

const validYears: Record<CitizenDocument['type'], number | null> = {
  passport: 10,
  ceni: null,
  driving_licence: 10,
  national_id: 15,
}

/**
 * A document with an image that is valid for years. Its number has a series that no authority issues (SX…, 000…),
 * because numbers are unique across sandbox and production.
 */
export const sandboxDocument = (
  type: CitizenDocument['type'],
  number: string,
  isPrimary = false,
): CitizenDocument => ({
  type,
  number,
  issued_at: '2024-02-05',
  expires_at: validYears[type] === null ? null : `${2024 + validYears[type]}-02-04`,
  issuing_authority: issuers[type],
  status: 'valid',
  is_primary: isPrimary,
  image: keep(documentFile(`sandbox ${type} ${number}`)),
})

/** People with a photograph for face recognition, and its name. The others have a drawing. */
const photographs: Readonly<Record<string, string>> = {
  '0001': 'jean-pierre-enrolled',
  '0013': 'beatrice-enrolled',
}

/** The sandbox people with enrolled faces. */
export const sandboxFaces: readonly string[] = Object.keys(photographs).map(sandboxSvcId)

const selfieOf = (number: string): SyntheticFile =>
  photographs[number] ? photographFile(photographs[number]) : selfieFile(`sandbox ${number}`)

/** The record of an ordinary adult, before the changes of a scenario. */
export const ordinaryCitizen = (
  number: string,
  basics: Basics,
  home: { province: string; city: string; commune: string; quartier: string; avenue: string },
  more: Partial<Citizen> = {},
): Citizen => ({
  ...bareCitizen(number, basics),
  documents: [sandboxDocument('ceni', `0000000${number}`, true)],
  addresses: [
    {
      type: 'residential',
      ...home,
      number: String(10 + Number(number)),
      is_primary: true,
      verified_at: '2024-02-05T10:30:00.000Z',
    },
  ],
  // No number in use has 00 after the operator's prefix.
  phone_numbers: [{ number: `+24381000${number}`, operator: 'Vodacom', is_primary: true, verified: true }],
  place_of_birth: { country: 'COD', province: home.province, city: home.city },
  languages: ['fra', 'lin'],
  biometrics: {
    selfie: {
      captured_at: '2024-02-05T10:32:00.000Z',
      file: keep(selfieOf(number)),
    },
    fingerprints: [],
    iris: [],
  },
  ...more,
})
