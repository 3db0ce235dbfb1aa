import { idSource, systemClock, systemRandom } from '@nani/server/core/index.ts'
import { resultContext } from '@nani/server/delivery/perform.ts'
import type { Foundation } from '@nani/server/foundation.ts'
import { dayOf } from '@nani/server/storage/index.ts'

const newId = idSource(systemClock, systemRandom())

/**
 * Settled jobs, each with a result of its own, ready to have events told of them: what asynchronous calls leave
 * behind, without the time that performing them takes. `results` are objects that the service answered.
 */
export const seedJobs = async (
  applicationId: string,
  count: number,
  result: Record<string, unknown>,
  { pool, vaultFor }: Foundation,
): Promise<string[]> => {
  const vault = vaultFor('results')
  const nowMs = Date.now()
  const rows = Array.from({ length: count }, () => {
    const [jobId, resultId] = [newId('job'), newId('kyc')]
    const stored = JSON.stringify({ result: { ...result, id: resultId }, document_delivery: 'signed_url' })
    const sealed = vault.seal(Buffer.from(stored), resultContext(applicationId, resultId)).toString('base64')
    return { job_id: jobId, result_id: resultId, sealed }
  })
  await pool.query(
    `with seeded as (select * from json_to_recordset($2) as s(job_id text, result_id text, sealed text)
     ), result as (
       insert into results (application_id, day, result_id, service, sealed_result)
       select $1, $3, result_id, 'kyc_validation', decode(sealed, 'base64') from seeded
     )
     insert into jobs (application_id, job_id, service, status, result_id, result_day, created_at, finished_at)
     select $1, job_id, 'kyc_validation', 'completed', result_id, $3, $4, $4 from seeded`,
    [applicationId, JSON.stringify(rows), dayOf(nowMs), new Date(nowMs)],
  )
  return rows.map((row) => row.job_id)
}

/** An event of each job and its delivery, due now or later, in one statement, as the outbox writes them. */
export const addEvents = async (
  applicationId: string,
  jobIds: readonly string[],
  { pool }: Foundation,
  dueInMs = 0,
) => {
  const nowMs = Date.now()
  const rows = jobIds.map((job_id) => ({ job_id, event_id: newId('evt') }))
  await pool.query(
    `with added as (
       select *, row_number() over (order by event_id) as place
       from json_to_recordset($2) as a(job_id text, event_id text)
     ), position as (
       insert into event_positions as p (application_id, last) values ($1, $3)
       on conflict (application_id) do update set last = p.last + excluded.last returning last
     ), event as (
       insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id)
       select $1, $4, event_id, last - $3 + place, 'job.completed', $5, 'job', job_id from added, position
       returning event_id, day
     )
     insert into webhook_deliveries (application_id, event_id, event_day, next_attempt_at)
     select $1, event_id, day, $6 from event`,
    [
      applicationId,
      JSON.stringify(rows),
      rows.length,
      dayOf(nowMs),
      new Date(nowMs),
      new Date(nowMs + dueInMs),
    ],
  )
}
