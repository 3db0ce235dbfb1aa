import { idSource, systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { dayOf, writeChanges } from '@nani/foundation/storage/index.ts'
import { resultContext } from '@nani/server/calls/calls/index.ts'
import { eventsEffect, snapshotEvent } from '@nani/server/calls/outbox/index.ts'

const newId = idSource(systemClock, systemRandom())

export type SeededJob = { jobId: string; resultId: string; createdAt: string }

/**
 * Completed jobs, each with its own result, as asynchronous calls store them, without the time of calls. `result` is a
 * response of the service.
 */
export const seedJobs = async (
  applicationId: string,
  count: number,
  result: Record<string, unknown>,
  { pool, vaultFor }: Platform,
): Promise<SeededJob[]> => {
  const vault = vaultFor('results')
  const nowMs = Date.now()
  const createdAt = new Date(nowMs).toISOString()
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
  return rows.map(({ job_id, result_id }) => ({ jobId: job_id, resultId: result_id, createdAt }))
}

/** An event of each job and its delivery, due now or later, in one statement of the outbox. */
export const addEvents = async (
  applicationId: string,
  jobs: readonly SeededJob[],
  { pool, vaultFor }: Platform,
  dueInMs = 0,
): Promise<void> => {
  const vault = vaultFor('requests')
  const events = jobs.map(({ jobId, resultId, createdAt }) => {
    const object = {
      ...{ id: jobId, object: 'job', service: 'kyc_validation', status: 'completed' },
      ...{ created_at: createdAt, result_url: `/v1/jobs/${jobId}` },
    }
    const event = { eventId: newId('evt'), type: 'job.completed', applicationId, data: { object }, resultId }
    return snapshotEvent({ ...event, about: { kind: 'job', id: jobId } }, vault)
  })
  const change = {
    id: newId('evt'),
    service: null,
    scopes: null,
    fence: null,
    effects: [eventsEffect(events)],
  }
  await writeChanges(pool, applicationId, [{ ...change, atMs: Date.now() + dueInMs }])
}
