import Type from 'typebox'
import { limits } from '../limits.ts'
import { accountSchema, kycSchema, optional } from './identity.ts'

/** Request members of every identity service. `purpose` and `scopes` are checked against the grant. */
export const purposeField = Type.String({
  description: 'One of the purposes approved for the application; else 403 purpose_not_approved.',
})
export const scopesField = optional(
  Type.Array(Type.String(), {
    maxItems: 64,
    description: 'Subset of the granted scopes. Omitted: every granted scope. Empty: basic KYC only.',
  }),
)
export const documentDeliveryField = optional(
  Type.Enum(['signed_url', 'base64'], { description: 'Default signed_url.' }),
)
export const referenceField = optional(
  Type.String({ maxLength: limits.referenceCharacters, description: 'Echoed back.' }),
)

/** The result of comparing a claim. A missing claim is `not_provided` (spec/kyc#kyc-result). */
export const verdictSchema = Type.Enum(['match', 'partial_match', 'no_match', 'not_provided'])

/** spec/disclosure#response-envelope: the members of every result of an identity service. */
export const envelopeFields = {
  id: Type.String(),
  object: Type.String(),
  livemode: Type.Boolean(),
  reference: Type.Union([Type.String(), Type.Null()]),
  status: Type.Enum(['completed', 'failed']),
  purpose: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
}

/** The scopes of the envelope. Empty without a resolved identity. */
export const scopeFields = {
  scopes_applied: Type.Array(Type.String()),
  scopes_withheld: Type.Array(Type.String()),
}

/** The members of the envelope about a resolved identity. */
export const identityFields = {
  account: Type.Optional(accountSchema),
  kyc: Type.Optional(kycSchema),
  ...scopeFields,
}
