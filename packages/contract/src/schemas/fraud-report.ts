import Type from 'typebox'
import { identifierTypes, individualIdentifierTypes } from '../identifiers.ts'
import { limits } from '../limits.ts'
import { telephonePattern } from '../telephone.ts'
import { referenceField } from './envelope.ts'
import { countrySchema, dateSchema, optional } from './identity.ts'

/** spec/fraud#fraud-types. A report has exactly one. */
export const fraudTypes = [
  'identity_usurpation',
  'account_takeover',
  'sim_swap',
  'phishing',
  'social_engineering',
  'document_forgery',
  'money_laundering',
  'terrorist_financing',
  'insider_fraud',
  'robbery',
  'payment_fraud',
  'other',
] as const
export type FraudType = (typeof fraudTypes)[number]

/** spec/fraud#case-states. */
export const fraudCaseStatuses = [
  'received',
  'under_review',
  'confirmed',
  'dismissed',
  'escalated_to_authorities',
] as const
export type FraudCaseStatus = (typeof fraudCaseStatuses)[number]

/** spec/fraud#default-role. */
export const partyRoles = ['suspect', 'victim', 'unknown'] as const
export type PartyRole = (typeof partyRoles)[number]

export const fraudChannels = ['branch', 'online', 'mobile_app', 'ussd', 'call_center', 'other'] as const
export type FraudChannel = (typeof fraudChannels)[number]
export const evidenceTypes = ['image', 'document', 'transaction_log', 'audio'] as const

const shortText = Type.String({ minLength: 1, maxLength: 200 })
const partyIdentifier = Type.Object({
  type: Type.Enum([...identifierTypes], { description: `One of ${individualIdentifierTypes.join(', ')}.` }),
  value: Type.String({ minLength: 1, maxLength: 64 }),
  issuing_country: optional(countrySchema),
})
const businessIdentifier = Type.Object({
  type: Type.Enum([...identifierTypes], { description: 'One of rccm, id_nat, nif.' }),
  value: Type.String({ minLength: 1, maxLength: 64 }),
})

/** The fields of a party that may identify it (spec/fraud#parties). */
const partyFields = {
  identifier: optional(partyIdentifier),
  full_name: optional(shortText),
  date_of_birth: optional(dateSchema),
  nationality: optional(countrySchema),
  phone_number: optional(Type.String({ pattern: telephonePattern, description: 'E.164' })),
  business: optional(
    Type.Object(
      {
        identifier: optional(businessIdentifier),
        name: optional(shortText),
        registration_number: optional(Type.String({ minLength: 1, maxLength: 64 })),
        country: optional(countrySchema),
      },
      { description: 'A company. It excludes the fields of an individual.' },
    ),
  ),
}
const role = optional(
  Type.Enum([...partyRoles], { description: 'If absent, the victims or the type decide.' }),
)

const evidence = Type.Object({
  type: Type.Enum([...evidenceTypes]),
  file: Type.Object({
    data: optional(Type.String({ minLength: 1, description: 'The bytes as base64.' })),
    url: optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'HTTPS; fetched once, when the case is created.',
      }),
    ),
  }),
  description: Type.String({ minLength: 1, maxLength: 500 }),
})

/** spec/fraud#fraud-request, `POST /v1/fraud/reports`. */
export const fraudReportRequest = Type.Object({
  type: Type.Enum([...fraudTypes]),
  subject: optional(
    Type.Object({ ...partyFields, role }, { description: 'Typically the author. Omitted when unknown.' }),
  ),
  victims: optional(
    Type.Array(
      Type.Object({
        ...partyFields,
        anonymous: optional(Type.Boolean({ description: 'The victim asks not to be named.' })),
        type: optional(Type.Enum(['individual', 'business'])),
        country: optional(countrySchema),
      }),
      { maxItems: 50 },
    ),
  ),
  description: Type.String({ minLength: 1, maxLength: 10_000, description: 'Facts for an investigator.' }),
  occurred_at: optional(Type.String({ format: 'date-time' })),
  location: optional(
    Type.Object({
      country: optional(countrySchema),
      province: optional(shortText),
      city: optional(shortText),
    }),
  ),
  amount: optional(
    Type.Object({
      value: Type.Number({ exclusiveMinimum: 0, maximum: 1e15, description: 'In the major unit.' }),
      currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' }),
    }),
  ),
  channel: optional(Type.Enum([...fraudChannels])),
  evidence: optional(Type.Array(evidence, { maxItems: 20 })),
  purpose: optional(
    Type.String({ description: 'If sent, one of the purposes approved for the application.' }),
  ),
  reporter_reference: optional(
    Type.String({
      maxLength: limits.referenceCharacters,
      description: 'Returned in the report and in its events.',
    }),
  ),
  reference: referenceField,
})
export type FraudReportRequest = Type.Static<typeof fraudReportRequest>

const reportedParty = {
  type: Type.Enum(['individual', 'business']),
  country: Type.String(),
}

/** spec/fraud#fraud-report-object, `fraud_report`. It holds no personal data. */
export const fraudReport = Type.Object({
  id: Type.String(),
  object: Type.Literal('fraud_report'),
  livemode: Type.Boolean(),
  case_number: Type.String({ examples: ['RDC-FRD-2026-000123'] }),
  status: Type.Enum([...fraudCaseStatuses]),
  type: Type.Enum([...fraudTypes]),
  subject: Type.Union([Type.Object({ ...reportedParty, role: Type.Enum([...partyRoles]) }), Type.Null()]),
  victims: Type.Array(Type.Object({ ...reportedParty, anonymous: Type.Boolean() })),
  reporter_reference: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
})
export type FraudReport = Type.Static<typeof fraudReport>
