import Type from 'typebox'
import {
  documentDeliveryField,
  envelopeFields,
  identityFields,
  purposeField,
  referenceField,
  scopesField,
} from './envelope.ts'
import { accountSchema, identifierSchema, optional } from './identity.ts'

/** The default of `threshold`, in whole years (spec/age#age-request). */
export const defaultAgeThreshold = 18

/** spec/age#age-request, `POST /v1/age/verifications`. */
export const ageVerificationRequest = Type.Object({
  identifier: identifierSchema,
  threshold: optional(
    Type.Integer({ minimum: 1, maximum: 120, description: `Whole years; default ${defaultAgeThreshold}.` }),
  ),
  comparison: optional(Type.Enum(['at_least'], { description: 'Default, and only, at_least.' })),
  disclosure: optional(
    Type.Enum(['basic', 'minimal'], {
      description:
        'Default basic. With minimal the response contains its `result` and no other data of the person.',
    }),
  ),
  purpose: purposeField,
  scopes: scopesField,
  document_delivery: documentDeliveryField,
  reference: referenceField,
})
export type AgeVerificationRequest = Type.Static<typeof ageVerificationRequest>

/** spec/age#age-result, `age_verification`. */
export const ageVerification = Type.Object({
  ...envelopeFields,
  object: Type.Literal('age_verification'),
  result: Type.Enum(['over_threshold', 'under_threshold', 'not_found', 'not_certified']),
  certified_account: Type.Boolean(),
  identifier: identifierSchema,
  age_check: Type.Object({
    threshold: Type.Integer({ description: 'The threshold applied.' }),
    comparison: Type.Enum(['at_least']),
    method: Type.Literal('register'),
    assurance: Type.Union([accountSchema.properties.level_of_assurance, Type.Null()], {
      description: 'The level of assurance of `account`; null if the response has no account.',
    }),
  }),
  ...identityFields,
})
export type AgeVerification = Type.Static<typeof ageVerification>
