import Type from 'typebox'
import { limits } from '../limits.ts'
import {
  documentDeliveryField,
  envelopeFields,
  identityFields,
  purposeField,
  referenceField,
  scopesField,
  verdictSchema,
} from './envelope.ts'
import { dateSchema, identifierSchema, optional } from './identity.ts'

/** See spec/kyc#kyc-request. */
export const kycValidationRequest = Type.Object({
  identifier: identifierSchema,
  match: optional(
    Type.Object({
      full_name: optional(Type.String({ minLength: 1, maxLength: limits.nameCharacters })),
      date_of_birth: optional(dateSchema),
      age: optional(Type.Integer({ minimum: 0, maximum: 150 })),
    }),
  ),
  purpose: purposeField,
  scopes: scopesField,
  document_delivery: documentDeliveryField,
  reference: referenceField,
})
export type KycValidationRequest = Type.Static<typeof kycValidationRequest>

/** See spec/kyc#kyc-result. */
export const kycValidation = Type.Object({
  ...envelopeFields,
  object: Type.Literal('kyc_validation'),
  result: Type.Enum(['verified', 'not_found', 'not_certified']),
  certified_account: Type.Boolean(),
  identifier: identifierSchema,
  match: Type.Optional(
    Type.Object({
      full_name: verdictSchema,
      date_of_birth: verdictSchema,
      age: verdictSchema,
      score: Type.Number({ minimum: 0, maximum: 1 }),
    }),
  ),
  ...identityFields,
})
export type KycValidation = Type.Static<typeof kycValidation>
