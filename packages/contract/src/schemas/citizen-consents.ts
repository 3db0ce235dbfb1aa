import Type, { type Static } from 'typebox'
import { closed, signatureFields, timeField, unreadField, webauthnOptions } from './citizen-fields.ts'
import { creditConsentStatuses } from './credit-consent.ts'
import { creditAmount, creditConsent, creditProductField } from './credit-score.ts'

/** A request for a credit consent, or a consent, as its citizen sees it. */
export const citizenConsent = Type.Object({
  id: Type.String({ description: 'cnr_…, or cns_… for a consent of a sign-in.' }),
  status: Type.Enum([...creditConsentStatuses]),
  organization: Type.String(),
  application: Type.String(),
  application_id: Type.String(),
  logo: Type.Union([Type.String(), Type.Null()], {
    description: 'Below /logos. Null: the application has none.',
  }),
  product: Type.Union([creditProductField, Type.Null()], { description: 'Null: every product.' }),
  amount_requested: Type.Union([creditAmount, Type.Null()]),
  created_at: timeField,
  answer_by: Type.Union([timeField, Type.Null()], { description: 'Null for a consent of a sign-in.' }),
  consent: Type.Union([creditConsent, Type.Null()]),
  uses: Type.Array(Type.Object({ at: timeField })),
  to_sign: Type.Optional(Type.String({ description: 'Only of a request that waits.' })),
  webauthn: webauthnOptions,
})
export type CitizenConsent = Static<typeof citizenConsent>
export const citizenConsentList = Type.Object({ consents: Type.Array(citizenConsent), unread: unreadField })

export const signedConsent = Type.Object({ id: Type.String(), ...signatureFields }, closed)
