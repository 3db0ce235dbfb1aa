import Type from 'typebox'
import { creditAmount, creditConsent, creditProductField } from './credit-score.ts'
import { purposeField, referenceField } from './envelope.ts'
import { identifierSchema, optional } from './identity.ts'

/** spec/consents#consent-request. */
export const creditConsentStatuses = ['pending', 'approved', 'declined', 'expired', 'revoked'] as const
export type CreditConsentStatus = (typeof creditConsentStatuses)[number]

/** spec/consents#consent-request, `POST /v1/credit/consents`. */
export const newCreditConsentRequest = Type.Object({
  identifier: identifierSchema,
  purpose: purposeField,
  product: creditProductField,
  amount_requested: optional(creditAmount),
  reference: referenceField,
})
export type NewCreditConsentRequest = Type.Static<typeof newCreditConsentRequest>

/** See spec/consents#consent-request. */
export const creditConsentRequest = Type.Object({
  id: Type.String({ description: 'cnr_…' }),
  object: Type.Literal('credit_consent_request'),
  status: Type.Enum([...creditConsentStatuses]),
  product: creditProductField,
  reference: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({
    format: 'date-time',
    description: 'The request ends at this time without an answer.',
  }),
  consent: Type.Optional(creditConsent),
})
export type CreditConsentRequest = Type.Static<typeof creditConsentRequest>

/** A consent that a sign-in gave, as its events contain it (spec/consents#consent-events). */
export const signInCreditConsent = Type.Object({
  id: Type.String({ description: 'cns_…' }),
  object: Type.Literal('credit_consent'),
  status: Type.Enum([...creditConsentStatuses]),
  ...creditConsent.properties,
})
export type SignInCreditConsent = Type.Static<typeof signInCreditConsent>
