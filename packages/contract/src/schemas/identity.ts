import Type from 'typebox'
import { identifierTypes } from '../identifiers.ts'

/** A day that exists in the calendar. */
export const dateSchema = Type.String({
  format: 'date',
  description: 'YYYY-MM-DD',
})

/** A country. The form is checked here, and that it exists with the rules between fields (`isCountry`). */
export const countrySchema = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 3166-1 alpha-3' })

/** Optional request members may also be null, which means absent (spec/conventions#absent-and-null). */
export const optional = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC' })
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const identifierSchema = Type.Object(
  { type: Type.Enum([...identifierTypes]), value: Type.String() },
  {
    description:
      'An identifier of a person or a business. Case, spaces and dashes in the value are normalised.',
  },
)

export const accountSchema = Type.Object({
  svc_id: Type.String({ examples: ['COD-0000-0000-0001'] }),
  status: Type.Enum(['active', 'suspended', 'paused', 'deleted']),
  certified: Type.Boolean(),
  created_at: timestamp,
  level_of_assurance: Type.Enum(['LOA2', 'LOA3', 'LOA4']),
})

export const basicSchema = Type.Object({
  full_name: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  date_of_birth: dateSchema,
  age: Type.Integer({ description: 'Whole years on the UTC date' }),
  gender: Type.Enum(['male', 'female']),
  nationality: Type.String({ description: 'ISO 3166-1 alpha-3' }),
})

export const fileSchema = Type.Union(
  [
    Type.Object({ content_type: Type.String(), url: Type.String(), expires_at: timestamp }),
    Type.Object({ content_type: Type.String(), data: Type.String({ description: 'Standard base64' }) }),
  ],
  { description: 'A signed URL valid for five minutes, or the bytes, by `document_delivery`.' },
)

const documentSchema = Type.Object({
  type: Type.String(),
  number: Type.String(),
  issued_at: Type.String(),
  expires_at: nullable(Type.String()),
  issuing_authority: Type.String(),
  status: Type.String({ examples: ['valid', 'expired'] }),
  image: nullable(fileSchema),
})

/** `kyc`: basic, plus one block for each applied scope (spec/disclosure#scopes-and-blocks). */
export const kycSchema = Type.Object({
  basic: basicSchema,
  documents: Type.Optional(
    Type.Object({
      primary: Type.Optional(documentSchema),
      others: Type.Optional(Type.Array(documentSchema)),
    }),
  ),
  addresses: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.String(),
        province: Type.String(),
        city: Type.String(),
        commune: Type.String(),
        quartier: Type.String(),
        avenue: Type.String(),
        number: Type.String(),
        is_primary: Type.Boolean(),
        verified_at: nullable(timestamp),
      }),
    ),
  ),
  emails: Type.Optional(
    Type.Array(Type.Object({ address: Type.String(), is_primary: Type.Boolean(), verified: Type.Boolean() })),
  ),
  phone_numbers: Type.Optional(
    Type.Array(
      Type.Object({
        number: Type.String({ description: 'E.164' }),
        operator: Type.String(),
        is_primary: Type.Boolean(),
        verified: Type.Boolean(),
      }),
    ),
  ),
  professions: Type.Optional(
    Type.Array(
      Type.Object({
        title: Type.String(),
        employer: nullable(Type.String()),
        sector: Type.String(),
        since: Type.String(),
      }),
    ),
  ),
  place_of_birth: Type.Optional(
    Type.Object({ country: Type.String(), province: Type.String(), city: Type.String() }),
  ),
  marital_status: Type.Optional(Type.Enum(['single', 'married', 'divorced', 'widowed'])),
  languages: Type.Optional(Type.Array(Type.String({ description: 'ISO 639, three letters' }))),
  religion: Type.Optional(Type.String()),
  ethnicity: Type.Optional(Type.String()),
  parents: Type.Optional(
    Type.Object({ father_name: nullable(Type.String()), mother_name: nullable(Type.String()) }),
  ),
  biometrics: Type.Optional(
    Type.Object({
      selfie: Type.Optional(Type.Object({ captured_at: timestamp, file: fileSchema })),
      fingerprints: Type.Optional(
        Type.Array(
          Type.Object({ format: Type.Literal('ISO_19794_2'), finger: Type.String(), file: fileSchema }),
        ),
      ),
      iris: Type.Optional(
        Type.Array(
          Type.Object({
            format: Type.Literal('ISO_19794_6'),
            eye: Type.Enum(['left', 'right']),
            file: fileSchema,
          }),
        ),
      ),
    }),
  ),
})
