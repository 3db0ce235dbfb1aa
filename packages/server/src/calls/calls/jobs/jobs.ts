import { idTime, type Refusal } from '@nani/foundation/core/index.ts'
import { defineFence, inTransaction, type JobTask, writeChanges } from '@nani/foundation/storage/index.ts'
import type { Application, IdempotencyLock } from '../../../gateway/gateway/index.ts'
import { closedWorkEffect, releasedUsageEffect } from '../../../money/metering/index.ts'
import { AlreadyCompleted } from '../../commit/index.ts'
import { eventsEffect } from '../../outbox/index.ts'
import type { CallsDependencies } from '../dependencies.ts'
import type { PerformedCall } from '../perform.ts'
import { performWithRetry } from '../perform-with-retry.ts'
import { completeRequest } from '../requests/complete-request.ts'
import type { Invocation } from '../requests/invocation.ts'
import type { Origin } from '../requests/origin.ts'
import type { ValidRequest } from '../requests/validate.ts'
import { openJson, sealJson, sealLargeJson } from '../results/sealed-json.ts'
import { acceptWork, checkOpenWork } from './accept-work.ts'
import { jobCompletion } from './complete-work.ts'
import { createdEvents } from './created-events.ts'
import { jobEvents } from './job-events.ts'
import { jobContext, jobObject } from './read-jobs.ts'
import { refusedWorkEffects } from './refused-work.ts'
import { secondsUntilRetry } from './retry-later.ts'
import { refusalOfStarts, takeBackJobStart } from './starts.ts'
import { suspectTurnsOf } from './suspect-turns.ts'

/** When a job was accepted: its usage is counted in the day and the month of this instant. */
const acceptedMs = (jobId: string): number => idTime('job', jobId) ?? 0

/** Accepts an asynchronous call. One transaction writes its row, its task and the stored response. */
export const createJob = async (
  { service, application, origin }: Invocation,
  valid: ValidRequest,
  lock: IdempotencyLock | null,
  dependencies: CallsDependencies,
): Promise<string> => {
  const { pool, queue, requestsVault, answersVault, newId, maxOpenItems } = dependencies
  const { applicationId } = application
  const jobId = newId('job')
  const createdAt = new Date(acceptedMs(jobId) + application.clockAheadMs)
  await checkOpenWork(pool, application, 1, maxOpenItems)
  const sealed = await sealLargeJson(
    requestsVault,
    { request: valid.request, origin },
    jobContext('request', applicationId, jobId),
  )
  const accepted = {
    applicationId,
    service: service.name,
    origin,
    atMs: acceptedMs(jobId),
    lock,
    status: 202,
  }
  const body = await completeRequest(pool, answersVault, accepted, async (client) => {
    await client.query({
      name: 'create-job',
      text: `insert into jobs (application_id, job_id, service, status, sealed_request, created_at, reserved)
             values ($1, $2, $3, 'pending', $4, $5, true)`,
      values: [applicationId, jobId, service.name, sealed, createdAt],
    })
    // Other calls of the application wait for these counters, so they are locked last.
    const offered = { kind: 'jobs', service: service.name, count: 1, acceptedMs: acceptedMs(jobId) } as const
    const { openBefore } = await acceptWork(client, application, offered, dependencies)
    await queue.enqueue('jobs', [{ applicationId, jobId }], client, openBefore)
    const job = jobObject(jobId, { service: service.name, status: 'pending', created_at: createdAt })
    return { body: JSON.stringify(job), disclosedIds: [] }
  })
  queue.wake('jobs')
  return body
}

type OpenJob = { service: string; sealed_request: Buffer; reserved: boolean; starts: number }

/**
 * Counts the start of an open job. The commit does not wait for the disk, because only a crash of this process matters.
 * `fresh`: only a job that was not started before.
 */
const beginJob = async (
  pool: CallsDependencies['pool'],
  { applicationId, jobId }: JobTask,
  which: 'fresh' | 'any',
): Promise<OpenJob | null> => {
  const { rows } = await pool.query<OpenJob>({
    name: 'begin-job',
    text: `with setting as materialized (select set_config('synchronous_commit', 'off', true))
           update jobs set starts = starts + 1 from setting
           where application_id = $1 and job_id = $2 and status = 'pending' and sealed_request is not null
             and (starts = 0 or $3 = 'any')
           returning service, sealed_request, reserved, starts`,
    values: [applicationId, jobId, which],
  })
  return rows[0] ?? null
}

/** The number of starts of an open job; null if it is not open. */
const startsOf = async (
  pool: CallsDependencies['pool'],
  { applicationId, jobId }: JobTask,
): Promise<number | null> => {
  const { rows } = await pool.query<{ starts: number }>({
    name: 'read-job-starts',
    text: `select starts from jobs where application_id = $1 and job_id = $2 and status = 'pending'`,
    values: [applicationId, jobId],
  })
  return rows[0]?.starts ?? null
}

/** Performs a job. The first run that completes its row wins; another run changes nothing. */
export const performJob = async (task: JobTask, dependencies: CallsDependencies): Promise<void> => {
  const { pool, applicationById } = dependencies
  const application = await applicationById(task.applicationId)
  if (!application) return
  const fresh = await beginJob(pool, task, 'fresh')
  if (fresh) return performBegunJob(task, fresh, application, dependencies)
  const starts = await startsOf(pool, task)
  if (starts === null) return
  await suspectTurnsOf(pool).take(starts, async () => {
    const suspect = await beginJob(pool, task, 'any')
    if (suspect) await performBegunJob(task, suspect, application, dependencies)
  })
}

const performBegunJob = async (
  task: JobTask,
  job: OpenJob,
  application: Application,
  dependencies: CallsDependencies,
): Promise<void> => {
  const { pool } = dependencies
  // A job that waits for the register kills no process, so its start is not counted during the wait.
  const pause = async (ms: number) => {
    await takeBackJobStart(task, dependencies)
    await dependencies.pause(ms)
    await beginJob(pool, task, 'any')
  }
  try {
    const refusal =
      refusalOfStarts(task.jobId, job.starts, dependencies) ??
      (await attemptJob(task, job, application, { ...dependencies, pause }))
    const seconds = secondsUntilRetry(refusal, acceptedMs(task.jobId), dependencies.clock.now())
    if (seconds !== null) return await performJobLater(task, seconds, dependencies)
    if (refusal) await failJob(task, job, refusal, dependencies)
  } catch (error) {
    await takeBackJobStart(task, dependencies)
    throw error
  }
  dependencies.wakeDeliveries(task.applicationId)
}

const performJobLater = async (
  task: JobTask,
  seconds: number,
  dependencies: CallsDependencies,
): Promise<void> => {
  await takeBackJobStart(task, dependencies)
  const { pool, queue } = dependencies
  await inTransaction(pool, (client) => queue.enqueueLater('jobs', [task], client, seconds))
}

const attemptJob = async (
  { applicationId, jobId }: JobTask,
  job: OpenJob,
  application: Application,
  dependencies: CallsDependencies,
): Promise<Refusal | null> => {
  const { request, origin } = openJson<{ request: unknown; origin: Origin }>(
    dependencies.requestsVault,
    job.sealed_request,
    jobContext('request', applicationId, jobId),
  )
  const service = dependencies.serviceByName(job.service)
  const types = service.completedEvent ? [service.completedEvent, 'job.completed'] : ['job.completed']
  const ended = { applicationId, job: endedJob(jobId, service.name, 'completed') }
  const invocation = { service, application, origin }
  const completionOf = ({ record: { resultId }, result }: PerformedCall) => {
    const events = jobEvents(types, { ...ended, resultId }, dependencies)
    // Events are sent in the order of their ids, and those of the job come first.
    return jobCompletion(jobId, [...events, ...createdEvents(invocation, result, dependencies)], job.reserved)
  }
  try {
    return await performWithRetry(invocation, request, completionOf, dependencies)
  } catch (error) {
    if (error instanceof AlreadyCompleted) return null
    throw error
  }
}

/** The job as its events contain it. */
const endedJob = (jobId: string, service: string, status: 'completed' | 'failed') =>
  jobObject(jobId, { service, status, created_at: new Date(acceptedMs(jobId)) })

const failedJob = defineFence({
  name: 'failed_job',
  columns: { job_id: 'text', sealed_error: 'bytea' },
  opens: ({ application, changes, id, at, column, anyOf }) =>
    `update jobs j set status = 'failed', sealed_error = ${column.sealed_error}, sealed_request = null, finished_at = ${at}
     from ${changes}
     where j.application_id = ${application} and j.job_id = ${column.job_id} and j.status = 'pending'
       and j.job_id = ${anyOf(column.job_id)}
     returning ${id}`,
})

const failJob = async (
  task: JobTask,
  job: Pick<OpenJob, 'service' | 'reserved'>,
  refusal: Refusal,
  dependencies: CallsDependencies,
) => {
  const { pool, clock, requestsVault } = dependencies
  const { applicationId, jobId } = task
  const error = refusal.body()
  const ended = { applicationId, job: { ...endedJob(jobId, job.service, 'failed'), error } }
  const sealedError = sealJson(requestsVault, error, jobContext('error', applicationId, jobId))
  await writeChanges(pool, applicationId, [
    {
      id: jobId,
      service: job.service,
      scopes: null,
      atMs: clock.now(),
      fence: failedJob({ job_id: jobId, sealed_error: sealedError }),
      effects: [
        closedWorkEffect('jobs'),
        ...(job.reserved ? [releasedUsageEffect(acceptedMs(jobId))] : []),
        eventsEffect(jobEvents(['job.failed'], ended, dependencies)),
        ...refusedWorkEffects(refusal),
      ],
    },
  ])
}
