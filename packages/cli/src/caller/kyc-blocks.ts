import { printable } from '../terminal.ts'

type Member = Record<string, unknown>

/** The values that are present, in order, separated by dots. */
const facts = (...parts: unknown[]): string =>
  parts
    .filter((part) => part !== null && part !== undefined && part !== '' && part !== false)
    .map(printable)
    .join(' · ')

const verifiedMark = (member: Member) => (member.verified ? 'verified' : 'not verified')
const primaryMark = (member: Member) => member.is_primary === true && 'primary'

const document = (member: Member) =>
  facts(`${member.type} ${member.number}`, member.status, member.expires_at && `expires ${member.expires_at}`)

const each = (one: (member: Member) => string) => (value: unknown) =>
  Array.isArray(value) ? value.map((member) => one(member as Member)) : [one(value as Member)]

/** The text form of each block of the scope catalogue, by its path under `kyc`. */
const readers: Record<string, [label: string, read: (value: unknown) => string[]]> = {
  'documents.primary': ['Document', each(document)],
  'documents.others': ['Documents', each(document)],
  addresses: [
    'Addresses',
    each((at) =>
      facts(
        [`${at.number} ${at.avenue}`, at.quartier, at.commune, at.city, at.province]
          .filter(Boolean)
          .join(', '),
        at.type,
        primaryMark(at),
      ),
    ),
  ],
  emails: ['Emails', each((email) => facts(email.address, verifiedMark(email), primaryMark(email)))],
  phone_numbers: [
    'Phones',
    each((phone) => facts(phone.number, phone.operator, verifiedMark(phone), primaryMark(phone))),
  ],
  professions: [
    'Professions',
    each((job) => facts(job.title, job.employer, job.sector, job.since && `since ${job.since}`)),
  ],
  place_of_birth: ['Birthplace', each((place) => facts(place.city, place.province, place.country))],
  marital_status: ['Marital', (value) => [printable(value)]],
  languages: ['Languages', (value) => [facts(...(value as unknown[]))]],
  religion: ['Religion', (value) => [printable(value)]],
  ethnicity: ['Ethnicity', (value) => [printable(value)]],
  parents: [
    'Parents',
    each((pair) =>
      facts(
        pair.father_name && `father ${pair.father_name}`,
        pair.mother_name && `mother ${pair.mother_name}`,
      ),
    ),
  ],
  'biometrics.selfie': ['Selfie', each((selfie) => facts('on file', `captured ${selfie.captured_at}`))],
  'biometrics.fingerprints': ['Fingerprints', (value) => [`${(value as unknown[]).length} on file`]],
  'biometrics.iris': ['Iris', (value) => [facts(...(value as Member[]).map(({ eye }) => eye), 'on file')]],
}

const nested = new Set(['documents', 'biometrics'])

/** The blocks other than `basic` as labelled lines, in the order of the answer. An unknown block is JSON. */
export const kycBlocks = (kyc: object): [label: string, lines: string[]][] =>
  Object.entries(kyc).flatMap(([name, value]) => {
    if (name === 'basic') return []
    if (!nested.has(name)) return [readBlock(name, value)]
    return Object.entries(value as Member).map(([inner, part]) => readBlock(`${name}.${inner}`, part))
  })

const readBlock = (path: string, value: unknown): [string, string[]] => {
  const reader = readers[path]
  return reader ? [reader[0], reader[1](value)] : [path, [printable(JSON.stringify(value))]]
}
