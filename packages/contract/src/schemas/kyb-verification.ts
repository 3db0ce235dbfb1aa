import Type from 'typebox'
import { limits } from '../limits.ts'
import { envelopeFields, purposeField, referenceField, scopeFields, verdictSchema } from './envelope.ts'
import { dateSchema, identifierSchema, optional } from './identity.ts'

const nameClaim = optional(Type.String({ minLength: 1, maxLength: limits.nameCharacters }))
const numberClaim = optional(Type.String({ minLength: 1, maxLength: 64 }))
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** Members of an answer that must be requested (spec/kyb#kyb-request). */
export const businessInclusions = ['officers', 'beneficial_owners'] as const

/** spec/kyb#kyb-request, `POST /v1/kyb/verifications`. */
export const kybVerificationRequest = Type.Object({
  identifier: identifierSchema,
  match: optional(
    Type.Object({
      legal_name: nameClaim,
      rccm: numberClaim,
      id_nat: numberClaim,
      nif: numberClaim,
      representative_name: nameClaim,
    }),
  ),
  include: optional(
    Type.Array(Type.Enum([...businessInclusions]), {
      maxItems: businessInclusions.length,
      description: 'Omitted or empty: none of them.',
    }),
  ),
  purpose: purposeField,
  reference: referenceField,
})
export type KybVerificationRequest = Type.Static<typeof kybVerificationRequest>

/** spec/kyb#business-object, `business`. Missing data of the register is null. */
export const businessSchema = Type.Object({
  legal_name: Type.String(),
  trade_name: nullable(Type.String()),
  legal_form: Type.String({ examples: ['SARL', 'SA'] }),
  status: Type.Enum(['active', 'suspended', 'dissolved', 'struck_off']),
  registered_on: dateSchema,
  identifiers: Type.Object({
    rccm: nullable(Type.String()),
    id_nat: nullable(Type.String()),
    nif: nullable(Type.String()),
  }),
  activity: nullable(Type.Object({ code: Type.String(), label: Type.String() })),
  share_capital: nullable(Type.Object({ value: Type.Number(), currency: Type.Enum(['CDF', 'USD']) })),
  address: nullable(
    Type.Object({
      type: Type.String(),
      province: Type.String(),
      city: Type.String(),
      commune: Type.String(),
      quartier: Type.String(),
      avenue: Type.String(),
      number: Type.String(),
    }),
  ),
  officers: Type.Optional(
    Type.Array(
      Type.Object({
        full_name: Type.String(),
        role: Type.String(),
        svc_id: nullable(Type.String()),
        since: dateSchema,
      }),
      { description: 'Only when included.' },
    ),
  ),
  beneficial_owners: Type.Optional(
    Type.Array(
      Type.Object({
        full_name: Type.String(),
        share: Type.Number({ minimum: 0, maximum: 1, description: 'The fraction held' }),
        svc_id: nullable(Type.String()),
      }),
      { description: 'Only when included.' },
    ),
  ),
  updated_at: Type.String({ format: 'date-time' }),
})

/** spec/kyb#kyb-result, `kyb_verification`: the envelope without `account` and `kyc`. */
export const kybVerification = Type.Object({
  ...envelopeFields,
  object: Type.Literal('kyb_verification'),
  result: Type.Enum(['verified', 'not_found', 'not_active']),
  identifier: identifierSchema,
  match: Type.Optional(
    Type.Object({
      legal_name: verdictSchema,
      rccm: verdictSchema,
      id_nat: verdictSchema,
      nif: verdictSchema,
      representative_name: verdictSchema,
    }),
  ),
  business: Type.Optional(businessSchema),
  ...scopeFields,
})
export type KybVerification = Type.Static<typeof kybVerification>
