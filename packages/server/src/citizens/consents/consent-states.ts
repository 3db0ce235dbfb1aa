import { limits } from '@nani/contract'
import type { IdSource } from '@nani/foundation/core/index.ts'
import type { ConsentRecord } from './consent-record.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const answerMs = limits.creditConsentAnswerHours * hourMs
export const validityMs = limits.creditConsentDays * dayMs

export type FinalStatus = 'declined' | 'expired' | 'revoked'

/** The record with a consent that is valid from now on (spec/consents#validity-of-a-consent). */
export const approved = (record: ConsentRecord, atMs: number, newId: IdSource): ConsentRecord => {
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
export const ended = (record: ConsentRecord, status: FinalStatus, atMs: number): ConsentRecord => ({
  ...record,
  status,
  due_status: null,
  due_at: null,
  changed_at: new Date(atMs),
})

/** The status that the record takes by itself, if its time has come. */
export const dueChange = (record: ConsentRecord, nowMs: number, newId: IdSource): ConsentRecord | null => {
  const { due_status, due_at } = record
  if (due_status === null || due_at === null || due_at.getTime() > nowMs) return null
  return due_status === 'approved' ? approved(record, nowMs, newId) : ended(record, due_status, nowMs)
}
