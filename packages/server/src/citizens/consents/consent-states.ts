import { limits } from '@nani/contract'
import { dayMs, hourMs, type IdSource } from '@nani/foundation/core/index.ts'
import type { ConsentRecord } from './consent-record.ts'

export const answerMs = limits.creditConsentAnswerHours * hourMs
export const validityMs = limits.creditConsentDays * dayMs

export type FinalStatus = 'declined' | 'expired' | 'revoked'

/* Callers give real time. A record has the time of its application, which a test clock may move. */

/** The record with a consent that is valid from now on (spec/consents#validity-of-a-consent). */
export const approved = (record: ConsentRecord, realMs: number, newId: IdSource): ConsentRecord => {
  const atMs = realMs + record.ahead_ms
  const lapsesAt = new Date(atMs + validityMs)
  return {
    ...record,
    status: 'approved',
    consent_id: newId('cns'),
    granted_at: new Date(atMs),
    lapses_at: lapsesAt,
    due_status: 'expired',
    due_at: lapsesAt,
    changed_at: new Date(atMs),
  }
}

/** The record in a status that it keeps. */
export const ended = (record: ConsentRecord, status: FinalStatus, realMs: number): ConsentRecord => ({
  ...record,
  status,
  due_status: null,
  due_at: null,
  changed_at: new Date(realMs + record.ahead_ms),
})

/** The status that the record takes by itself, if its time has come. */
export const dueChange = (record: ConsentRecord, realMs: number, newId: IdSource): ConsentRecord | null => {
  const { due_status, due_at } = record
  if (due_status === null || due_at === null || due_at.getTime() > realMs + record.ahead_ms) return null
  return due_status === 'approved' ? approved(record, realMs, newId) : ended(record, due_status, realMs)
}
