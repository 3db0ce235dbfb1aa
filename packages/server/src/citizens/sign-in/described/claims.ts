import { accountSchema, basicSchema, kycSchema } from '@nani/contract'
import Type from 'typebox'

const account = accountSchema.properties
const basic = basicSchema.properties
const { documents, biometrics, ...blocks } = kycSchema.properties

/** The claims of the scope `profile` (spec/sign-in#claims-of-the-id-token). */
const profile = Type.Partial(
  Type.Object({
    svc_id: account.svc_id,
    full_name: basic.full_name,
    given_name: basic.first_name,
    family_name: basic.last_name,
    birthdate: basic.date_of_birth,
    age: basic.age,
    gender: basic.gender,
    nationality: basic.nationality,
    account_status: account.status,
    certified: account.certified,
    level_of_assurance: account.level_of_assurance,
    account_created_at: account.created_at,
  }),
)

/** The claims of userinfo. A scope that was not granted, or has no data, has no claim. */
export const userinfoSchema = Type.Object({
  sub: Type.String({ description: 'The citizen, as this application knows it. Stable and opaque.' }),
  ...profile.properties,
  'svc:documents.primary': documents.properties.primary,
  'svc:documents.all': documents.properties.others,
  'svc:addresses': blocks.addresses,
  'svc:emails': blocks.emails,
  'svc:phone_numbers': blocks.phone_numbers,
  'svc:professions': blocks.professions,
  'svc:place_of_birth': blocks.place_of_birth,
  'svc:marital_status': blocks.marital_status,
  'svc:languages': blocks.languages,
  'svc:religion': blocks.religion,
  'svc:ethnicity': blocks.ethnicity,
  'svc:parents': blocks.parents,
  'svc:biometrics.selfie': biometrics.properties.selfie,
  'svc:biometrics.fingerprint': biometrics.properties.fingerprints,
  'svc:biometrics.iris': biometrics.properties.iris,
  'svc:credit.consent': Type.Optional(
    Type.Object(
      {
        method: Type.Literal('svc_app'),
        consent_id: Type.String(),
        expires_at: Type.String({ format: 'date-time' }),
      },
      { description: 'The consent for Credit Scoring.' },
    ),
  ),
})

export const userinfoExample = {
  sub: 'V0qk2nY3m8Jd6fQ1xZr7sT5uW9aB4cE0gH2iK6lN8oM',
  svc_id: 'COD-0000-0000-0001',
  full_name: 'Jean-Pierre Ilunga Kabeya',
  given_name: 'Jean-Pierre',
  family_name: 'Ilunga Kabeya',
  birthdate: '1990-05-14',
  age: 36,
  gender: 'male',
  nationality: 'COD',
  account_status: 'active',
  certified: true,
  level_of_assurance: 'LOA3',
  account_created_at: '2024-02-11T08:30:00Z',
  'svc:emails': [{ address: 'jp.ilunga@example.cd', is_primary: true, verified: true }],
}
