import { telephonePattern } from '@nani/contract'
import Type, { type Static } from 'typebox'
import { jsonBlocks } from '../register/index.ts'
import { closed, date, list, optional, recordChecker, text, time } from './record-fields.ts'

const flag = Type.Optional(Type.Boolean())
const country = Type.String({ pattern: '^[A-Z]{3}$' })
/** A file that the register has already, or the file itself in base64. */
const contentType = Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]{1,60}$' })
const file = Type.Object(
  {
    content_type: contentType,
    file_id: Type.Optional(Type.String({ format: 'uuid' })),
    data: Type.Optional(Type.String({ minLength: 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' })),
  },
  closed,
)
export type FileRecord = Static<typeof file>

/** A document of a citizen, with its image. */
export const documentRecord = Type.Object(
  {
    type: Type.Enum(['passport', 'ceni', 'driving_licence', 'national_id']),
    number: Type.String({ minLength: 1, maxLength: 64 }),
    issued_at: date,
    expires_at: optional(date),
    issuing_authority: text,
    status: Type.Optional(text),
    is_primary: flag,
    image: optional(file),
  },
  closed,
)

export type DocumentRecord = Static<typeof documentRecord>

const address = Type.Object(
  {
    type: text,
    province: text,
    city: text,
    commune: text,
    quartier: text,
    avenue: text,
    number: text,
    is_primary: flag,
    verified_at: optional(time),
  },
  closed,
)

const email = Type.Object(
  { address: Type.String({ format: 'email', maxLength: 254 }), is_primary: flag, verified: flag },
  closed,
)

const phone = Type.Object(
  {
    number: Type.String({ pattern: telephonePattern }),
    operator: Type.Optional(text),
    is_primary: flag,
    verified: flag,
  },
  closed,
)

const profession = Type.Object({ title: text, employer: optional(text), sector: text, since: date }, closed)

const biometrics = Type.Object(
  {
    selfie: optional(Type.Object({ captured_at: time, file }, closed)),
    fingerprints: list(
      Type.Object({ format: Type.Optional(Type.Literal('ISO_19794_2')), finger: text, file }, closed),
      10,
    ),
    iris: list(
      Type.Object(
        { format: Type.Optional(Type.Literal('ISO_19794_6')), eye: Type.Enum(['left', 'right']), file },
        closed,
      ),
      2,
    ),
  },
  closed,
)

/** One citizen of an import file, as `docs/register-import.md` describes it. */
export const citizenRecord = Type.Object(
  {
    svc_id: Type.String({ minLength: 1, maxLength: 64 }),
    status: Type.Optional(Type.Enum(['active', 'suspended', 'paused', 'deleted'])),
    certified: Type.Boolean(),
    created_at: Type.Optional(time),
    level_of_assurance: Type.Enum(['LOA2', 'LOA3', 'LOA4']),
    full_name: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
    first_name: text,
    last_name: text,
    date_of_birth: date,
    gender: Type.Enum(['male', 'female']),
    nationality: Type.Optional(country),
    documents: list(documentRecord, 50),
    addresses: list(address, 50),
    emails: list(email, 50),
    phone_numbers: list(phone, 50),
    professions: list(profession, 50),
    place_of_birth: optional(Type.Object({ country, province: text, city: text }, closed)),
    marital_status: optional(Type.Enum(['single', 'married', 'divorced', 'widowed'])),
    languages: list(Type.String({ pattern: '^[a-z]{3}$' }), 50),
    religion: optional(text),
    ethnicity: optional(text),
    parents: optional(Type.Object({ father_name: optional(text), mother_name: optional(text) }, closed)),
    biometrics: optional(biometrics),
  },
  closed,
)
export type CitizenRecordInput = Static<typeof citizenRecord>

/** The possible columns of a CSV file, before any dot. */
export const recordFields: ReadonlySet<string> = new Set(Object.keys(citizenRecord.properties))

/** The fields with a list or an object: one column of JSON in a CSV file. */
export const blockFields: ReadonlySet<string> = new Set(jsonBlocks)

/** The record, or one line with the problem and its place. */
export const checkCitizen = recordChecker(citizenRecord, 'citizen')
