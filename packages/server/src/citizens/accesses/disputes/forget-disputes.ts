import { dayMs } from '@nani/foundation/core/index.ts'
import type pg from 'pg'

const rowsOfTurn = 1_000

/** Deletes disputes that did not change for `days`, with their answers. The login of the owner runs it. */
export const forgetDisputes = async (ownerPool: pg.Pool, nowMs: number, days: number): Promise<number> => {
  const before = new Date(nowMs - days * dayMs)
  for (let deleted = 0; ; ) {
    const { rows } = await ownerPool.query<{ disputes: number }>(statement, [before, rowsOfTurn])
    const disputes = rows[0]?.disputes ?? 0
    deleted += disputes
    if (disputes < rowsOfTurn) return deleted
  }
}

const statement = `with past as (
    select application_id, dispute_id from access_disputes where changed_at < $1 limit $2
  ), answers as (
    delete from access_dispute_answers a using past
    where a.application_id = past.application_id and a.dispute_id = past.dispute_id
  ), gone as (
    delete from access_disputes d using past
    where d.application_id = past.application_id and d.dispute_id = past.dispute_id
    returning 1
  )
  select count(*)::integer as disputes from gone`
