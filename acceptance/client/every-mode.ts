import { get, post } from './call.ts'
import type { Credentials } from './credentials.ts'
import { asynchronously, everyItem, finishedBatch, finishedJob } from './kyc.ts'
import type { Batch, Job, ResultsList } from './shapes.ts'

type Identified = { id: string; created_at?: string; reference: string | null }

/** The part of a result that must not depend on the mode. */
const comparable = (result: Identified | undefined) => {
  const { id: _id, created_at: _at, reference: _reference, ...rest } = result ?? {}
  return rest
}

/** One asynchronous call, and the events about its job, by type. */
export const eventsOfJob = async (
  credentials: Credentials,
  path: string,
  request: Record<string, unknown>,
) => {
  const accepted = await post<Job>(credentials, path, request, asynchronously)
  const job = await finishedJob(credentials, accepted.json.id)
  const { json } = await get<{ data: { type: string; data: { object: Job } }[] }>(
    credentials,
    '/v1/events?limit=500',
  )
  const events = json.data.filter(({ data }) => data.object.id === job.id)
  return { job, byType: Object.fromEntries(events.map(({ type, data }) => [type, data.object])) }
}

/**
 * Sends the same request in each of the four modes, with `item` in the batch items and `shared` as shared fields.
 * Returns the four results without the parts that are individual to a call.
 */
export const inEveryMode = async <Result extends Identified>(
  credentials: Credentials,
  path: string,
  item: Record<string, unknown>,
  shared: Record<string, unknown>,
) => {
  const single = await post<Result>(credentials, path, { ...shared, ...item })
  const accepted = await post<Job<Result>>(credentials, path, { ...shared, ...item }, asynchronously)
  const job = await finishedJob<Result>(credentials, accepted.json.id)
  const body = { ...shared, items: [{ ...item, reference: 'r0' }] }
  const list = await post<ResultsList<Result>>(credentials, `${path}/batches`, body)
  const batch = await post<Batch>(credentials, `${path}/batches`, body, asynchronously)
  await finishedBatch(credentials, batch.json.id)
  const [later] = await everyItem<Result>(credentials, batch.json.id)
  return {
    service: [job.service, batch.json.service],
    results: [single.json, job.result, list.json.data[0]?.result, later?.result].map(comparable),
  }
}
