import { idTime, Refusal, rfc3339 } from '../core/index.ts'
import type { Application, Claim } from '../gateway/index.ts'
import {
  AlreadySettled,
  eventAbout,
  eventRecord,
  type OutgoingEvent,
  outboxExpressions,
} from '../ledger/index.ts'
import { type AsynchronousDependencies, openJson, sealJson } from './asynchronous.ts'
import { attempt } from './attempt.ts'
import type { Origin } from './perform.ts'
import type { JobTask } from './queue.ts'
import { openResult, type ResultDependencies, retainedSince } from './results.ts'
import type { Service } from './service.ts'
import { settledTransaction } from './settled.ts'
import type { ValidRequest } from './validate.ts'

type JobRow = {
  service: string
  status: 'pending' | 'completed' | 'failed'
  sealed_request: Buffer | null
  result_id: string | null
  result_day: string | null
  sealed_error: Buffer | null
  created_at: Date
}

const context = (kind: 'request' | 'error', applicationId: string, jobId: string) =>
  `job ${kind}:${applicationId}:${jobId}`

/** Spec 1 § Job object, without what it came to. */
export const jobObject = (jobId: string, row: Pick<JobRow, 'service' | 'status' | 'created_at'>) => ({
  id: jobId,
  object: 'job',
  service: row.service,
  status: row.status,
  created_at: rfc3339(row.created_at.getTime()),
  result_url: `/v1/jobs/${jobId}`,
})

/** Accepts an asynchronous call: its row, its task and the stored answer are one transaction. */
export const createJob = async (
  service: Service,
  valid: ValidRequest,
  application: Application,
  origin: Origin,
  claim: Claim | null,
  dependencies: AsynchronousDependencies,
): Promise<string> => {
  const { pool, queue, requestsVault, answersVault, clock, newId } = dependencies
  const { applicationId } = application
  const jobId = newId('job')
  const createdAt = new Date(clock.now())
  const sealed = sealJson(
    requestsVault,
    { request: valid.request, origin },
    context('request', applicationId, jobId),
  )
  const body = await settledTransaction(pool, answersVault, claim, 202, async (client) => {
    await client.query({
      name: 'create-job',
      text: `insert into jobs (application_id, job_id, service, status, sealed_request, created_at)
             values ($1, $2, $3, 'pending', $4, $5)`,
      values: [applicationId, jobId, service.name, sealed, createdAt],
    })
    await queue.enqueue('jobs', [{ applicationId, jobId }], client)
    return JSON.stringify(
      jobObject(jobId, { service: service.name, status: 'pending', created_at: createdAt }),
    )
  })
  queue.wake('jobs')
  return body
}

const readRow = async (pool: ResultDependencies['pool'], applicationId: string, jobId: string) => {
  const { rows } = await pool.query<JobRow>({
    name: 'read-job',
    text: `select service, status, sealed_request, result_id, result_day, sealed_error, created_at
           from jobs where application_id = $1 and job_id = $2`,
    values: [applicationId, jobId],
  })
  return rows[0] ?? null
}

/** Performs a job once: whoever settles its row first wins, and a second run changes nothing. */
export const performJob = async (task: JobTask, dependencies: AsynchronousDependencies): Promise<void> => {
  const { pool, requestsVault, serviceByName, applicationById } = dependencies
  const { applicationId, jobId } = task
  const row = await readRow(pool, applicationId, jobId)
  const application = await applicationById(applicationId)
  if (!row?.sealed_request || row.status !== 'pending' || !application) return
  const { request, origin } = openJson<{ request: unknown; origin: Origin }>(
    requestsVault,
    row.sealed_request,
    context('request', applicationId, jobId),
  )
  const service = serviceByName(row.service)
  const events = jobEvents([service.completedEvent, 'job.completed'], jobId, dependencies)
  const settles = { kind: 'job', jobId, events } as const
  const refusal = await attempt(service, request, application, origin, settles, dependencies).catch(
    (error) => {
      if (error instanceof AlreadySettled) return null
      throw error
    },
  )
  if (refusal) await failJob(task, refusal, dependencies)
  dependencies.wakeDeliveries(applicationId)
}

/** Spec 2 § Payload rules 1: the service's own event and the job's. */
const jobEvents = (
  types: string[],
  jobId: string,
  { newId, clock }: Pick<AsynchronousDependencies, 'newId' | 'clock'>,
): OutgoingEvent[] =>
  types.map((type) => {
    const eventId = newId('evt')
    return eventAbout(type, 'job', jobId, eventId, idTime('evt', eventId) ?? clock.now())
  })

const failJob = async (task: JobTask, refusal: Refusal, dependencies: AsynchronousDependencies) => {
  const { pool, clock, requestsVault } = dependencies
  const { applicationId, jobId } = task
  await pool.query({
    name: 'fail-job',
    text: `with failed as (
             update jobs set status = 'failed', sealed_error = $3, sealed_request = null, finished_at = $4
             where application_id = $1 and job_id = $2 and status = 'pending' returning finished_at as at
           ), outgoing as (
             select e.*, failed.at from failed, json_to_recordset($5) as e(${eventRecord})
           )${outboxExpressions}
           select 1 from failed`,
    values: [
      applicationId,
      jobId,
      sealJson(requestsVault, refusal.body(), context('error', applicationId, jobId)),
      new Date(clock.now()),
      JSON.stringify(jobEvents(['job.failed'], jobId, dependencies)),
    ],
  })
}

/** The job object, with its result or its error once there is one (spec 1 § Job object). */
export const readJob = async (
  jobId: string,
  application: Application,
  dependencies: JobReadDependencies,
): Promise<unknown> => {
  const retained = retainedSince('job', jobId, dependencies.clock) !== null
  const job = retained && (await jobsById([jobId], application, dependencies)).get(jobId)
  if (!job) throw new Refusal('job_not_found')
  return job
}

export type JobReadDependencies = ResultDependencies & Pick<AsynchronousDependencies, 'requestsVault'>

/** Job objects by id, read together; one whose result is past its retention is left out. */
export const jobsById = async (
  jobIds: string[],
  { applicationId, environment }: Pick<Application, 'applicationId' | 'environment'>,
  dependencies: JobReadDependencies,
): Promise<Map<string, Record<string, unknown>>> => {
  if (jobIds.length === 0) return new Map()
  const { rows } = await dependencies.pool.query<JobRow & { job_id: string; sealed_result: Buffer | null }>({
    name: 'read-jobs',
    text: `select j.job_id, j.service, j.status, j.result_id, j.sealed_error, j.created_at, r.sealed_result
           from jobs j left join results r
             on r.application_id = $1 and r.result_id = j.result_id and r.day = j.result_day
           where j.application_id = $1 and j.job_id = any($2)`,
    values: [applicationId, jobIds],
  })
  const jobs = new Map<string, Record<string, unknown>>()
  for (const row of rows) {
    const job = jobObject(row.job_id, row)
    if (row.sealed_error) {
      const error = openJson(
        dependencies.requestsVault,
        row.sealed_error,
        context('error', applicationId, row.job_id),
      )
      jobs.set(row.job_id, { ...job, error })
    } else if (row.result_id && row.sealed_result) {
      const result = await openResult(
        applicationId,
        row.result_id,
        row.sealed_result,
        environment,
        dependencies,
      )
      jobs.set(row.job_id, { ...job, result })
    } else if (!row.result_id) jobs.set(row.job_id, job)
  }
  return jobs
}
