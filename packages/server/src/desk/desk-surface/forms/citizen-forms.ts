import { disputeStatuses } from '@nani/contract'
import type pg from 'pg'
import Type from 'typebox'
import {
  type AccessDependencies,
  answerDispute,
  applicationOfDispute,
  listDisputes,
  showDispute,
} from '../../../citizens/accesses/index.ts'
import {
  applicationOfConsent,
  type ConsentDependencies,
  revokeConsent,
} from '../../../citizens/consents/index.ts'
import {
  type ActCell,
  type BoundAct,
  bindAs,
  databasesOf,
  inPages,
  inPlaceOfObject,
  type ListCursors,
  type Places,
} from '../../../gateway/acts/index.ts'

const surface = 'operator' as const
const closed = { additionalProperties: false }
const id = Type.String({ minLength: 1, maxLength: 64 })
const disputeFilters = {
  environment: Type.Optional(Type.Enum(['sandbox', 'production'])),
  application_id: Type.Optional(id),
  status: Type.Optional(Type.Enum([...disputeStatuses])),
}

/** What a process has of a cell, in place of home. */
export type CellOfForms = { pool: pg.Pool; cell: ActCell; consents: ConsentDependencies }

type Needs = {
  pool: pg.Pool
  accesses: AccessDependencies
  consents: ConsentDependencies
  cursors: ListCursors
  places: Pick<Places<CellOfForms>, 'all' | 'findApplication'>
}

/** Disputes of citizens, and the end of a consent, in all databases. */
export const citizenForms = ({ pool, accesses, consents, cursors, places }: Needs): BoundAct[] => [
  inPages(listDisputes, accesses, {
    ...{ surface, route: 'GET /disputes', filters: disputeFilters, cursors },
    ofAll: { databases: databasesOf(pool, places), descends: () => true },
    positionOf: ({ created_at, id: last }) => [Date.parse(created_at), last],
  }),
  ...inPlaceOfObject<CellOfForms>({
    ...{ home: pool, places, applicationOf: applicationOfDispute, missing: 'dispute_not_found' },
    actsIn: (place) => disputeForms({ ...accesses, ...(place && { pool: place.pool, cell: place.cell }) }),
  }),
  ...inPlaceOfObject<CellOfForms>({
    ...{ home: pool, places, applicationOf: applicationOfConsent, missing: 'consent_not_found' },
    actsIn: (place) => [revocation(place ? { ...place.consents, cell: place.cell } : consents)],
  }),
]

const disputeForms = (accesses: AccessDependencies & { cell?: ActCell }): BoundAct[] => [
  bindAs(showDispute, accesses, {
    ...{ surface, route: 'GET /disputes/{id}', input: Type.Object({ id }, closed) },
    toInput: (own) => own,
  }),
  bindAs(answerDispute, accesses, {
    ...{ surface, route: 'POST /disputes/{id}/answers', answers: 201 },
    input: Type.Object({ id, text: Type.String({ minLength: 1, maxLength: 5_000 }) }, closed),
    toInput: (own) => own,
  }),
]

const revocation = (consents: ConsentDependencies & { cell?: ActCell }): BoundAct =>
  bindAs(revokeConsent, consents, {
    ...{ surface, route: 'POST /consents/{id}/revoke' },
    input: Type.Object({ id, reason: Type.String({ minLength: 1, maxLength: 2_000 }) }, closed),
    toInput: (own) => own,
  })
