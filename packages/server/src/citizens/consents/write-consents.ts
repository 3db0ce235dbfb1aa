import type { CreditConsentStatus } from '@nani/contract'
import { type Change, defineEffect, defineFence } from '@nani/foundation/storage/index.ts'
import { type AuditedActor, auditEffect, type RequestOrigin, systemOrigin } from '../../app/audit/index.ts'
import { eventsEffect, snapshotEvent } from '../../calls/outbox/index.ts'
import { type ConsentRecord, objectOf, openDetails } from './consent-record.ts'
import type { ConsentDependencies } from './dependencies.ts'

/** The actor of a change, and the request by which an application caused it. */
export type ChangedBy = { actor: AuditedActor; origin?: RequestOrigin }

const service = 'credit_scoring'
export const purpose = 'credit_assessment'

const newRecord = defineEffect({
  name: 'new_consent',
  columns: {
    environment: 'text',
    citizen: 'text',
    status: 'text',
    product: 'text',
    sealed_details: 'bytea',
    answer_by: 'timestamptz',
    consent_id: 'text',
    granted_at: 'timestamptz',
    lapses_at: 'timestamptz',
    due_status: 'text',
    due_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  write: ({ application, changes, id, column }) =>
    `insert into credit_consents (application_id, record_id, environment, citizen, status, product, sealed_details,
       created_at, answer_by, consent_id, granted_at, lapses_at, due_status, due_at, changed_at)
     select ${application}, ${id}, ${column.environment}, decode(${column.citizen}, 'hex'), ${column.status},
       ${column.product}, ${column.sealed_details}, ${column.created_at}, ${column.answer_by}, ${column.consent_id},
       ${column.granted_at}, ${column.lapses_at}, ${column.due_status}, ${column.due_at}, ${column.created_at}
     from ${changes}`,
})

/** The status is the fence: of two changes of the same status one happens. */
const changedStatus = defineFence({
  name: 'consent_status',
  columns: {
    record_id: 'text',
    from_status: 'text',
    status: 'text',
    consent_id: 'text',
    granted_at: 'timestamptz',
    lapses_at: 'timestamptz',
    due_status: 'text',
    due_at: 'timestamptz',
    changed_at: 'timestamptz',
    sealed_reason: 'bytea',
  },
  opens: ({ application, changes, id, column, anyOf }) =>
    `update credit_consents c set status = ${column.status}, consent_id = ${column.consent_id},
       granted_at = ${column.granted_at}, lapses_at = ${column.lapses_at}, due_status = ${column.due_status},
       due_at = ${column.due_at}, sealed_reason = ${column.sealed_reason}, changed_at = ${column.changed_at}
     from ${changes}
     where c.application_id = ${application} and c.record_id = ${column.record_id}
       and c.status = ${column.from_status} and c.record_id = ${anyOf(column.record_id)}
     returning ${id}`,
})

/** The audit log and the order of events have real time. */
const realTime = (at: Date, { ahead_ms }: ConsentRecord): number => at.getTime() - ahead_ms

/** A new record, which exists together with its audit entry. An event is sent if it is final or granted. */
export const creationOf = (
  record: ConsentRecord,
  by: ChangedBy,
  dependencies: ConsentDependencies,
  previous: CreditConsentStatus | null,
): Change => ({
  id: record.record_id,
  service,
  scopes: null,
  atMs: realTime(record.created_at, record),
  fence: null,
  effects: [
    newRecord({
      environment: record.environment,
      citizen: record.citizen.toString('hex'),
      status: record.status,
      product: record.product,
      sealed_details: record.sealed_details,
      answer_by: record.answer_by,
      consent_id: record.consent_id,
      granted_at: record.granted_at,
      lapses_at: record.lapses_at,
      due_status: record.due_status,
      due_at: record.due_at,
      created_at: record.created_at,
    }),
    auditOf(record, by, record.status === 'pending' ? 'requested' : record.status),
    ...(record.status === 'pending' ? [] : [statusEvent(record, previous, dependencies)]),
  ],
})

/** A change of status with its audit entry and its event: one statement, in which all happen or none. */
export const changeOf = (
  before: ConsentRecord,
  next: ConsentRecord,
  { by, sealedReason = null }: { by: ChangedBy; sealedReason?: Buffer | null },
  dependencies: ConsentDependencies,
): Change => ({
  id: dependencies.newId('cnc'),
  service,
  scopes: null,
  atMs: realTime(next.changed_at, next),
  fence: changedStatus({
    record_id: next.record_id,
    from_status: before.status,
    status: next.status,
    consent_id: next.consent_id,
    granted_at: next.granted_at,
    lapses_at: next.lapses_at,
    due_status: next.due_status,
    due_at: next.due_at,
    changed_at: next.changed_at,
    sealed_reason: sealedReason,
  }),
  effects: [auditOf(next, by, next.status), statusEvent(next, before.status, dependencies)],
})

const auditOf = (record: ConsentRecord, { actor, origin }: ChangedBy, outcome: string) =>
  auditEffect({
    ...(origin ?? systemOrigin),
    actor,
    http_status: null,
    error_code: null,
    purpose,
    makesResult: false,
    outcome: `consent_${outcome}`,
    subject: record.citizen.toString('hex'),
    read_ids: [record.record_id],
  })

/** See spec/consents#consent-events. */
const statusEvent = (
  record: ConsentRecord,
  previous: CreditConsentStatus | null,
  { newId, consentsVault, requestsVault }: ConsentDependencies,
) =>
  eventsEffect([
    snapshotEvent(
      {
        eventId: newId('evt'),
        type: 'credit_consent.status_changed',
        applicationId: record.application_id,
        data: {
          object: objectOf(record, openDetails(consentsVault, record)),
          previous_attributes: { status: previous },
        },
      },
      requestsVault,
    ),
  ])
