import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { ReadDependencies } from '../dependencies.ts'
import { isWithinRetention, openResult, retainedSince } from '../results/results.ts'
import { openJson } from '../results/sealed-json.ts'

type JobRow = {
  service: string
  status: 'pending' | 'completed' | 'failed'
  sealed_request: Buffer | null
  result_id: string | null
  sealed_error: Buffer | null
  created_at: Date
}

export const jobContext = (kind: 'request' | 'error', applicationId: string, jobId: string) =>
  `job ${kind}:${applicationId}:${jobId}`

/** spec/request-modes#job-object, without its result or error. */
export const jobObject = (jobId: string, row: Pick<JobRow, 'service' | 'status' | 'created_at'>) => ({
  id: jobId,
  object: 'job',
  service: row.service,
  status: row.status,
  created_at: rfc3339(row.created_at.getTime()),
  result_url: `/v1/jobs/${jobId}`,
})

/** The job object, with its result or its error if it has one (spec/request-modes#job-object). */
export const readJob = async (
  jobId: string,
  application: Application,
  dependencies: ReadDependencies,
): Promise<RenderedJob> => {
  const retained = retainedSince('job', jobId, dependencies.clock) !== null
  const job = retained && (await renderJobs([jobId], application, dependencies)).get(jobId)
  const createdMs = job && Date.parse(String(job.job.created_at))
  if (!createdMs || !isWithinRetention(createdMs, application, dependencies.clock))
    throw new Refusal('job_not_found')
  return job
}

/** A job object, and the ids of the results that it discloses. */
export type RenderedJob = { job: Record<string, unknown>; disclosedIds: readonly string[] }

type StoredJob = JobRow & { job_id: string; sealed_result: Buffer | null }
type Reader = Pick<Application, 'applicationId' | 'environment' | 'clockAheadMs'>

/** Job objects by id, read together. A job whose result is past its retention is left out. */
export const renderJobs = async (
  jobIds: string[],
  reader: Reader,
  dependencies: ReadDependencies,
): Promise<Map<string, RenderedJob>> => {
  const jobs = new Map<string, RenderedJob>()
  if (jobIds.length === 0) return jobs
  const { rows } = await dependencies.pool.query<StoredJob>({
    name: 'read-jobs',
    text: `select j.job_id, j.service, j.status, j.result_id, j.sealed_error, j.created_at, r.sealed_result
           from jobs j left join results r
             on r.application_id = $1 and r.result_id = j.result_id and r.day = j.result_day
           where j.application_id = $1 and j.job_id = any($2)`,
    values: [reader.applicationId, jobIds],
  })
  for (const row of rows) {
    const job = await renderJob(row, reader, dependencies)
    if (job) jobs.set(row.job_id, job)
  }
  return jobs
}

const renderJob = async (
  row: StoredJob,
  reader: Reader,
  dependencies: ReadDependencies,
): Promise<RenderedJob | null> => {
  const { job_id: jobId, result_id: resultId, sealed_result: sealedResult, sealed_error: sealedError } = row
  const job = jobObject(jobId, row)
  if (sealedError) {
    const sealedAs = jobContext('error', reader.applicationId, jobId)
    const error = openJson(dependencies.requestsVault, sealedError, sealedAs)
    return { job: { ...job, error }, disclosedIds: [] }
  }
  if (!resultId) return { job, disclosedIds: [] }
  if (!sealedResult) return null
  const opened = await openResult(resultId, sealedResult, reader, dependencies)
  return opened && { job: { ...job, result: opened.result }, disclosedIds: [resultId] }
}

/** The job objects alone. */
export const jobsById = async (
  jobIds: string[],
  reader: Reader,
  dependencies: ReadDependencies,
): Promise<Map<string, Record<string, unknown>>> => {
  const rendered = await renderJobs(jobIds, reader, dependencies)
  return new Map([...rendered].map(([jobId, { job }]) => [jobId, job]))
}
