import type { Scope } from '@nani/contract'
import { type Citizen, type CitizenDocument, filePlaceholder } from '../register/index.ts'
import { dayOf } from '../storage/index.ts'
import { ageOn } from './age.ts'

/** Reads one block of the catalogue from a citizen; undefined when there is no data on record. */
type ReadBlock = (citizen: Citizen, nowMs: number) => unknown

const filled = <Member>(list: readonly Member[]): readonly Member[] | undefined =>
  list.length > 0 ? list : undefined

const documentBlock = (document: CitizenDocument, nowMs: number) => ({
  type: document.type,
  number: document.number,
  issued_at: document.issued_at,
  expires_at: document.expires_at,
  issuing_authority: document.issuing_authority,
  // The register may not have noticed yet that a document ran out.
  status:
    document.status === 'valid' && document.expires_at !== null && document.expires_at < dayOf(nowMs)
      ? 'expired'
      : document.status,
  image: document.image && filePlaceholder(document.image),
})

const primaryOf = (citizen: Citizen): CitizenDocument | undefined =>
  citizen.documents.find((document) => document.is_primary) ?? citizen.documents[0]

/** Spec 1 § Additional KYC scopes and blocks. */
export const readBlock: Record<Scope, ReadBlock> = {
  'kyc.basic': (citizen, nowMs) => ({
    full_name: citizen.full_name,
    first_name: citizen.first_name,
    last_name: citizen.last_name,
    date_of_birth: citizen.date_of_birth,
    age: ageOn(citizen.date_of_birth, nowMs),
    gender: citizen.gender,
    nationality: citizen.nationality,
  }),
  'kyc.documents.primary': (citizen, nowMs) => {
    const primary = primaryOf(citizen)
    return primary && documentBlock(primary, nowMs)
  },
  'kyc.documents.all': (citizen, nowMs) => {
    const primary = primaryOf(citizen)
    const others = citizen.documents.filter((document) => document !== primary)
    return filled(others.map((document) => documentBlock(document, nowMs)))
  },
  'kyc.addresses': (citizen) => filled(citizen.addresses),
  'kyc.emails': (citizen) => filled(citizen.emails),
  'kyc.phone_numbers': (citizen) => filled(citizen.phone_numbers),
  'kyc.professions': (citizen) => filled(citizen.professions),
  'kyc.place_of_birth': (citizen) => citizen.place_of_birth ?? undefined,
  'kyc.marital_status': (citizen) => citizen.marital_status ?? undefined,
  'kyc.languages': (citizen) => filled(citizen.languages),
  'kyc.religion': (citizen) => citizen.religion ?? undefined,
  'kyc.ethnicity': (citizen) => citizen.ethnicity ?? undefined,
  'kyc.parents': ({ parents }) =>
    parents && (parents.father_name !== null || parents.mother_name !== null) ? parents : undefined,
  'kyc.biometrics.selfie': ({ biometrics: { selfie } }) =>
    selfie ? { captured_at: selfie.captured_at, file: filePlaceholder(selfie.file) } : undefined,
  'kyc.biometrics.fingerprint': ({ biometrics: { fingerprints } }) =>
    filled(fingerprints.map((print) => ({ ...print, file: filePlaceholder(print.file) }))),
  'kyc.biometrics.iris': ({ biometrics: { iris } }) =>
    filled(iris.map((image) => ({ ...image, file: filePlaceholder(image.file) }))),
}
