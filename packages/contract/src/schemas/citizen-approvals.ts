import Type, { type Static } from 'typebox'
import {
  closed,
  imageField,
  shownNumberField,
  signatureFields,
  textOrNull,
  timeField,
  unreadField,
  webauthnOptions,
} from './citizen-fields.ts'
import { creditProductField } from './credit-score.ts'

export const scopeTiers = ['protocol', 'basic', 'standard', 'sensitive', 'biometric', 'consent'] as const
export type ScopeTier = (typeof scopeTiers)[number]

/** A sign-in that waits, as one device shows it. The number of the page is not among it: the citizen types it. */
export const citizenApproval = Type.Object({
  id: Type.String(),
  application: Type.String(),
  logo: Type.Union([Type.String(), Type.Null()], {
    description: 'Below /logos. Null: the application has none.',
  }),
  organization: Type.String(),
  returns_to: Type.String({ description: 'The host of the address to which the sign-in returns.' }),
  scopes: Type.Array(Type.Object({ name: Type.String(), tier: Type.Enum([...scopeTiers]) })),
  browser: Type.Object({ software: textOrNull, place: textOrNull }),
  created_at: timeField,
  expires_at: timeField,
  to_sign: Type.String(),
  webauthn: webauthnOptions,
  consent: Type.Union([
    Type.Object({
      product: Type.Union([creditProductField, Type.Null()]),
      valid_days: Type.Integer(),
    }),
    Type.Null(),
  ]),
})
export type CitizenApproval = Static<typeof citizenApproval>

/** How the app names the installation. */
export const shownInstallation = Type.Object({
  name: Type.String(),
  logo: Type.Union([Type.String(), Type.Null()], {
    description: 'Below /installation-logo. Null: it has none.',
  }),
  help_url: textOrNull,
  privacy_url: textOrNull,
})
export type ShownInstallation = Static<typeof shownInstallation>

export const waitingApprovals = Type.Object({
  server_time: timeField,
  installation: shownInstallation,
  approvals: Type.Array(citizenApproval),
  quiet: Type.Boolean({ description: 'Others wait that notified no one.' }),
  unread: unreadField,
})

export const typedNumber = Type.Object({ number: shownNumberField }, closed)
export const numberOfApproval = Type.Object({ id: Type.String(), number: shownNumberField }, closed)
export const foundApprovals = Type.Object({
  server_time: timeField,
  approvals: Type.Array(citizenApproval),
  unread: unreadField,
})
export const rightNumber = Type.Object({ status: Type.Literal('number_right') })
export const reportedSignIn = Type.Object({
  status: Type.Literal('reported'),
  ended: Type.Integer({ description: 'How many other requests ended.' }),
})

/** `approve` needs the number, the photograph and a signature. */
export const approvalAnswer = Type.Object(
  {
    id: Type.String(),
    decision: Type.Enum(['approve', 'deny']),
    number: Type.Optional(shownNumberField),
    image: Type.Optional(imageField),
    ...signatureFields,
  },
  closed,
)
export const answeredApproval = Type.Object({ status: Type.Enum(['approved', 'declined']) })

export const historyKinds = [
  'sign_in_approved',
  'sign_in_declined',
  'sign_in_unanswered',
  'consent_approved',
  'consent_declined',
  'consent_expired',
  'consent_revoked',
] as const
export type HistoryKind = (typeof historyKinds)[number]

export const historyEntry = Type.Object({
  at: timeField,
  kind: Type.Enum([...historyKinds]),
  application: Type.String(),
  organization: Type.String(),
  scopes: Type.Array(Type.String()),
})
export type HistoryEntry = Static<typeof historyEntry>

export const historyInput = Type.Object(
  { cursor: Type.Optional(Type.Unknown()), limit: Type.Optional(Type.Unknown()) },
  closed,
)
export const historyPage = Type.Object({
  entries: Type.Array(historyEntry),
  next_cursor: textOrNull,
  unread: unreadField,
})
