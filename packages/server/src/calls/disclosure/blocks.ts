import type { kycSchema, Scope } from '@nani/contract'
import { dayOf } from '@nani/foundation/storage/index.ts'
import type Type from 'typebox'
import {
  type Citizen,
  type CitizenDocument,
  filePlaceholder,
  type WithFilePlaceholders,
} from '../../register/register/index.ts'
import { ageOn } from './age.ts'

/** `kyc` of a response, in which placeholders stand for files. */
export type Kyc = WithFilePlaceholders<Type.Static<typeof kycSchema>>

/** Reads one block of the catalogue from a citizen, at its place in `kyc`; null if there is no data on record. */
type ReadBlock = (citizen: Citizen, nowMs: number) => Partial<Kyc> | null

const isFilled = (list: readonly unknown[]): boolean => list.length > 0

const documentBlock = (document: CitizenDocument, nowMs: number) => ({
  type: document.type,
  number: document.number,
  issued_at: document.issued_at,
  expires_at: document.expires_at,
  issuing_authority: document.issuing_authority,
  // A document can have expired without an update of the register.
  status:
    document.status === 'valid' && document.expires_at !== null && document.expires_at < dayOf(nowMs)
      ? 'expired'
      : document.status,
  image: document.image && filePlaceholder(document.image),
})

const primaryOf = (citizen: Citizen): CitizenDocument | undefined =>
  citizen.documents.find((document) => document.is_primary) ?? citizen.documents[0]

export const basicBlock = (citizen: Citizen, nowMs: number): Kyc['basic'] => ({
  full_name: citizen.full_name,
  first_name: citizen.first_name,
  last_name: citizen.last_name,
  date_of_birth: citizen.date_of_birth,
  age: ageOn(citizen.date_of_birth, nowMs),
  gender: citizen.gender,
  nationality: citizen.nationality,
})

/** See spec/disclosure#scopes-and-blocks. */
export const readBlock: Record<Scope, ReadBlock> = {
  'kyc.basic': (citizen, nowMs) => ({ basic: basicBlock(citizen, nowMs) }),
  'kyc.documents.primary': (citizen, nowMs) => {
    const primary = primaryOf(citizen)
    return primary ? { documents: { primary: documentBlock(primary, nowMs) } } : null
  },
  'kyc.documents.all': (citizen, nowMs) => {
    const primary = primaryOf(citizen)
    const others = citizen.documents.filter((document) => document !== primary)
    if (!isFilled(others)) return null
    return { documents: { others: others.map((document) => documentBlock(document, nowMs)) } }
  },
  'kyc.addresses': ({ addresses }) => (isFilled(addresses) ? { addresses } : null),
  'kyc.emails': ({ emails }) => (isFilled(emails) ? { emails } : null),
  'kyc.phone_numbers': ({ phone_numbers }) => (isFilled(phone_numbers) ? { phone_numbers } : null),
  'kyc.professions': ({ professions }) => (isFilled(professions) ? { professions } : null),
  'kyc.place_of_birth': ({ place_of_birth }) => place_of_birth && { place_of_birth },
  'kyc.marital_status': ({ marital_status }) => marital_status && { marital_status },
  'kyc.languages': ({ languages }) => (isFilled(languages) ? { languages } : null),
  'kyc.religion': ({ religion }) => (religion === null ? null : { religion }),
  'kyc.ethnicity': ({ ethnicity }) => (ethnicity === null ? null : { ethnicity }),
  'kyc.parents': ({ parents }) =>
    parents && (parents.father_name !== null || parents.mother_name !== null) ? { parents } : null,
  'kyc.biometrics.selfie': ({ biometrics: { selfie } }) =>
    selfie && {
      biometrics: { selfie: { captured_at: selfie.captured_at, file: filePlaceholder(selfie.file) } },
    },
  'kyc.biometrics.fingerprint': ({ biometrics: { fingerprints } }) =>
    isFilled(fingerprints)
      ? {
          biometrics: {
            fingerprints: fingerprints.map((print) => ({ ...print, file: filePlaceholder(print.file) })),
          },
        }
      : null,
  'kyc.biometrics.iris': ({ biometrics: { iris } }) =>
    isFilled(iris)
      ? { biometrics: { iris: iris.map((image) => ({ ...image, file: filePlaceholder(image.file) })) } }
      : null,
}
