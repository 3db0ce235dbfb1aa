import { dayMs } from '@nani/foundation/core/index.ts'
import { deleteInTurns } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

/**
 * Deletes what is past its retention: records that ended before, with the evidence of their approval, and uses that
 * happened before. The login of the owner runs it.
 */
export const forgetConsents = async (ownerPool: pg.Pool, nowMs: number, days: number): Promise<number> => {
  const before = new Date(nowMs - days * dayMs)
  const uses = await deleteInTurns(ownerPool, deleteUses, [before])
  return uses + (await deleteInTurns(ownerPool, deleteRecords, [before]))
}

const deleteUses = `with past as (
    select application_id, consent_id, result_id from credit_consent_uses where used_at < $1 limit $2
  )
  delete from credit_consent_uses u using past
  where u.application_id = past.application_id and u.consent_id = past.consent_id and u.result_id = past.result_id`

const deleteRecords = `with past as (
    select application_id, record_id from credit_consents where due_at is null and changed_at < $1 limit $2
  ), evidence as (
    delete from credit_consent_approvals a using past
    where a.application_id = past.application_id and a.record_id = past.record_id
  )
  delete from credit_consents c using past
  where c.application_id = past.application_id and c.record_id = past.record_id`
