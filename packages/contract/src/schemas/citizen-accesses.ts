import Type, { type Static } from 'typebox'
import type { Purpose } from '../purposes.ts'
import { closed, textField, textOrNull, timeField, unreadField } from './citizen-fields.ts'

/**
 * The services whose reads a citizen sees. Screening, monitoring and fraud reports are confidential
 * (spec/aml#confidentiality). A service that is not listed here is never shown.
 */
export const shownServices = [
  'kyc_validation',
  'age_verification',
  'face_recognition',
  'credit_scoring',
  'sso_login',
] as const
export type ShownService = (typeof shownServices)[number]

export const disputeStatuses = ['open', 'answered'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** What data was read for. A sign-in has a purpose of its own. */
export type AccessPurpose = Purpose | 'sign_in'

const readFields = {
  id: Type.String(),
  at: timeField,
  organization: Type.String(),
  application: Type.String(),
  service: Type.Enum([...shownServices]),
  purpose: Type.Unsafe<AccessPurpose | null>(textOrNull),
  scopes: Type.Array(Type.String()),
}

const accessFields = {
  ...readFields,
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why a face was compared.' }),
  read_again: Type.Union([Type.Object({ times: Type.Integer(), last_at: timeField }), Type.Null()], {
    description: 'Later reads of the same result.',
  }),
  dispute: Type.Union([
    Type.Object({ id: Type.String(), status: Type.Enum([...disputeStatuses]) }),
    Type.Null(),
  ]),
}

/** A read of the citizen's data, as the citizen sees it. It has no outcome: that could be a score or a risk. */
export const citizenAccess = Type.Object(accessFields)
export type CitizenAccess = Static<typeof citizenAccess>

/** The same on the screen, where its proof can be downloaded. */
export const listedAccess = Type.Object({
  ...accessFields,
  in_log: Type.Boolean({
    description: 'It is in the transparency log, so that no one can change it unseen.',
  }),
})
export type ListedAccess = Static<typeof listedAccess>
/** One of them alone. */
export const shownAccess = Type.Object({ ...listedAccess.properties, unread: unreadField })

/** Empty and absent mean every entry. */
const filterFields = {
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  service: Type.Optional(Type.String()),
  organization: Type.Optional(Type.String()),
  purpose: Type.Optional(Type.String()),
  cursor: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
}
export const accessQuery = Type.Object(filterFields, closed)
export const accessFileQuery = Type.Object({ ...filterFields, lang: Type.Optional(Type.Unknown()) }, closed)
export const accessPage = Type.Object({
  entries: Type.Array(listedAccess),
  next_cursor: textOrNull,
  unread: unreadField,
})

export const citizenDispute = Type.Object({
  id: Type.String(),
  status: Type.Enum([...disputeStatuses]),
  created_at: timeField,
  access: Type.Object(readFields),
  text: Type.String(),
  answers: Type.Array(
    Type.Object({
      from: Type.Enum(['organization', 'installation']),
      at: timeField,
      text: Type.String(),
    }),
  ),
  answer: Type.Union([Type.String(), Type.Null()], { description: 'The last answer.' }),
  answered_at: Type.Union([timeField, Type.Null()]),
})
export type CitizenDispute = Static<typeof citizenDispute>
export const citizenDisputeList = Type.Object({ disputes: Type.Array(citizenDispute), unread: unreadField })

export const maxDisputeCharacters = 2_000
export const newDispute = Type.Object({ id: Type.String(), text: textField(maxDisputeCharacters) }, closed)
