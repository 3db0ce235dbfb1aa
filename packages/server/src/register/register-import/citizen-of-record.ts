import { isCountry, normalizeIdentifier } from '@nani/contract'
import type { Citizen, CitizenDocument, NewFile, StoredFile } from '../register/index.ts'
import { earliestBirth, fileIdOf, isPossibleBirth } from '../register/index.ts'
import { isReservedSvcId, operatorPrefixes } from '../synthetic-data/index.ts'
import type { CitizenRecordInput, DocumentRecord, FileRecord } from './citizen-record.ts'
import { orReason, RecordRefused, utc } from './record-refused.ts'

/** A citizen ready to be written, with the files of the record and those that must exist already. */
export type IncomingCitizen = { citizen: Citizen; files: NewFile[]; fileReferences: string[] }

/** Converts a checked record to the form of the register, or returns the reason of a refusal. */
export const citizenOfRecord = (
  record: CitizenRecordInput,
  nowMs: number,
): IncomingCitizen | { reason: string } => {
  const incoming: Omit<IncomingCitizen, 'citizen'> = { files: [], fileReferences: [] }
  const citizen = orReason(() => ({ ...basicsOf(record, nowMs), ...blocksOf(record, incoming) }))
  return 'reason' in citizen ? citizen : { citizen, ...incoming }
}

/** One more document of a citizen, with its files, or the reason of a refusal. */
export const documentOfRecord = (
  document: DocumentRecord,
): (Omit<IncomingCitizen, 'citizen'> & { document: CitizenDocument }) | { reason: string } => {
  const incoming: Omit<IncomingCitizen, 'citizen'> = { files: [], fileReferences: [] }
  return orReason(() => {
    const keep = (file: FileRecord, where: string) => storedFile(file, where, incoming)
    const [read] = documentsOf({ documents: [document] }, keep)
    return { document: read as CitizenDocument, ...incoming }
  })
}

type Basics = Pick<
  Citizen,
  | 'svc_id'
  | 'status'
  | 'certified'
  | 'created_at'
  | 'level_of_assurance'
  | 'full_name'
  | 'first_name'
  | 'last_name'
  | 'date_of_birth'
  | 'gender'
  | 'nationality'
>

const basicsOf = (record: CitizenRecordInput, nowMs: number): Basics => {
  const svcId = normalizeIdentifier({ type: 'svc_id', value: record.svc_id })?.value
  if (svcId === undefined) throw new RecordRefused('svc_id: is not of the form COD-XXXX-XXXX-XXXX')
  if (isReservedSvcId(svcId))
    throw new RecordRefused('svc_id: COD-0000-0000-xxxx is reserved for the sandbox')
  const born = record.date_of_birth
  if (!isPossibleBirth(born, nowMs))
    throw new RecordRefused(`date_of_birth: is before ${earliestBirth} or in the future`)
  for (const [field, code] of [
    ['nationality', record.nationality],
    ['place_of_birth.country', record.place_of_birth?.country],
  ] as const)
    if (code !== undefined && !isCountry(code))
      throw new RecordRefused(`${field}: is no country of ISO 3166-1 alpha-3`)
  return {
    svc_id: svcId,
    status: record.status ?? 'active',
    certified: record.certified,
    created_at: utc(record.created_at) ?? new Date(nowMs).toISOString(),
    level_of_assurance: record.level_of_assurance,
    full_name: record.full_name ?? `${record.last_name} ${record.first_name}`,
    first_name: record.first_name,
    last_name: record.last_name,
    date_of_birth: born,
    gender: record.gender,
    nationality: record.nationality ?? 'COD',
  }
}

const blocksOf = (
  record: CitizenRecordInput,
  incoming: Omit<IncomingCitizen, 'citizen'>,
): Omit<Citizen, keyof Basics> => {
  const { selfie, fingerprints, iris } = record.biometrics ?? {}
  const keep = (file: FileRecord, where: string) => storedFile(file, where, incoming)
  return {
    documents: documentsOf(record, keep),
    addresses: withPrimary(record.addresses, 'addresses').map((address) => ({
      ...address,
      verified_at: utc(address.verified_at),
    })),
    emails: withPrimary(record.emails, 'emails').map((email) => ({
      ...email,
      verified: email.verified ?? false,
    })),
    phone_numbers: withPrimary(record.phone_numbers, 'phone_numbers').map((phone, index) => ({
      ...phone,
      operator: phone.operator ?? operatorOf(phone.number, `phone_numbers[${index}]`),
      verified: phone.verified ?? false,
    })),
    professions: (record.professions ?? []).map((profession) => ({
      ...profession,
      employer: profession.employer ?? null,
    })),
    place_of_birth: record.place_of_birth ?? null,
    marital_status: record.marital_status ?? null,
    languages: record.languages ?? [],
    religion: record.religion ?? null,
    ethnicity: record.ethnicity ?? null,
    parents: record.parents
      ? { father_name: record.parents.father_name ?? null, mother_name: record.parents.mother_name ?? null }
      : null,
    biometrics: {
      selfie: selfie
        ? { captured_at: utc(selfie.captured_at) as string, file: keep(selfie.file, 'biometrics.selfie') }
        : null,
      fingerprints: (fingerprints ?? []).map(({ finger, file }, index) => ({
        format: 'ISO_19794_2',
        finger,
        file: keep(file, `biometrics.fingerprints[${index}]`),
      })),
      iris: (iris ?? []).map(({ eye, file }, index) => ({
        format: 'ISO_19794_6',
        eye,
        file: keep(file, `biometrics.iris[${index}]`),
      })),
    },
  }
}

const documentsOf = (
  record: Pick<CitizenRecordInput, 'documents'>,
  keep: (file: FileRecord, where: string) => StoredFile,
): CitizenDocument[] => {
  const seen = new Set<string>()
  return withPrimary(record.documents, 'documents').map((document, index) => {
    const where = `documents[${index}]`
    const number = normalizeIdentifier({ type: document.type, value: document.number })?.value
    if (number === undefined)
      throw new RecordRefused(`${where}.number: does not match the format of ${document.type}`)
    if (seen.has(`${document.type} ${number}`)) throw new RecordRefused(`${where}: is listed twice`)
    seen.add(`${document.type} ${number}`)
    return {
      type: document.type,
      number,
      issued_at: document.issued_at,
      expires_at: document.expires_at ?? null,
      issuing_authority: document.issuing_authority,
      status: document.status ?? 'valid',
      is_primary: document.is_primary,
      image: document.image ? keep(document.image, `${where}.image`) : null,
    }
  })
}

/** Exactly one entry of a list is primary: the marked one, otherwise the first. */
const withPrimary = <Entry extends { is_primary?: boolean }>(
  entries: Entry[] | null | undefined,
  where: string,
): (Entry & { is_primary: boolean })[] => {
  const list = entries ?? []
  const marked = list.filter((entry) => entry.is_primary)
  if (marked.length > 1) throw new RecordRefused(`${where}: more than one is primary`)
  const primary = marked[0] ?? list[0]
  return list.map((entry) => ({ ...entry, is_primary: entry === primary }))
}

const storedFile = (
  file: FileRecord,
  where: string,
  incoming: Omit<IncomingCitizen, 'citizen'>,
): StoredFile => {
  const { content_type, file_id, data } = file
  if ((file_id === undefined) === (data === undefined))
    throw new RecordRefused(`${where}: needs either file_id or data`)
  if (data === undefined) {
    const known = (file_id as string).toLowerCase()
    incoming.fileReferences.push(known)
    return { content_type, file_id: known }
  }
  const bytes = Buffer.from(data, 'base64')
  // The id is derived from the content, so that a repeated import does not store the file again.
  const id = fileIdOf(Buffer.concat([Buffer.from(`${content_type}\n`), bytes]))
  incoming.files.push({ file_id: id, content_type, bytes })
  return { content_type, file_id: id }
}

const operatorOf = (number: string, where: string): string => {
  const known = operatorPrefixes.find(([prefix]) => number.startsWith(`+243${prefix}`))
  if (known === undefined)
    throw new RecordRefused(`${where}.operator: is missing and not known from the number`)
  return known[1]
}
