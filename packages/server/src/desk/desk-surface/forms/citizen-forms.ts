import { disputeStatuses } from '@nani/contract'
import Type from 'typebox'
import {
  type AccessDependencies,
  answerDispute,
  listDisputes,
  showDispute,
} from '../../../citizens/accesses/index.ts'
import { type ConsentDependencies, revokeConsent } from '../../../citizens/consents/index.ts'
import { type BoundAct, bindAs, inPages, type ListCursors } from '../../../gateway/acts/index.ts'

const surface = 'operator' as const
const closed = { additionalProperties: false }
const id = Type.String({ minLength: 1, maxLength: 64 })
const disputeFilters = {
  environment: Type.Optional(Type.Enum(['sandbox', 'production'])),
  application_id: Type.Optional(id),
  status: Type.Optional(Type.Enum([...disputeStatuses])),
}

/** Disputes of citizens, and the end of a consent. */
export const citizenForms = (
  accesses: AccessDependencies,
  consents: ConsentDependencies,
  cursors: ListCursors,
): BoundAct[] => [
  inPages(listDisputes, accesses, {
    ...{ surface, route: 'GET /disputes', filters: disputeFilters, cursors },
    positionOf: ({ created_at, id: last }) => [Date.parse(created_at), last],
  }),
  bindAs(showDispute, accesses, {
    ...{ surface, route: 'GET /disputes/{id}', input: Type.Object({ id }, closed) },
    toInput: (own) => own,
  }),
  bindAs(answerDispute, accesses, {
    ...{ surface, route: 'POST /disputes/{id}/answers', answers: 201 },
    input: Type.Object({ id, text: Type.String({ minLength: 1, maxLength: 5_000 }) }, closed),
    toInput: (own) => own,
  }),
  bindAs(revokeConsent, consents, {
    ...{ surface, route: 'POST /consents/{id}/revoke' },
    input: Type.Object({ id, reason: Type.String({ minLength: 1, maxLength: 2_000 }) }, closed),
    toInput: (own) => own,
  }),
]
