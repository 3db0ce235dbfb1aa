import { eventCatalogue, isEventType, type WebhookEvent } from '@nani/contract'
import { rfc3339 } from '../../core/index.ts'
import type { Application } from '../../gateway/index.ts'
import type { AsynchronousDependencies } from '../asynchronous.ts'
import { type BatchRow, batchObject } from '../batches.ts'
import { jobsById } from '../jobs.ts'
import type { ResultDependencies } from '../results.ts'
import { openInlineData } from './inline-event.ts'

export type EventDependencies = ResultDependencies & Pick<AsynchronousDependencies, 'requestsVault'>

export type EventRow = {
  event_id: string
  position: number
  type: string
  created_at: Date
  object_kind: 'job' | 'batch' | 'inline'
  object_id: string | null
  sealed_data: Buffer | null
}

export const eventColumns = 'event_id, position, type, created_at, object_kind, object_id, sealed_data'

/**
 * The envelopes of events (spec 2 § Webhook event envelope), by event id. What they tell of is read now, with
 * fresh file links, in one statement for all jobs and one for all batches; an event whose object is past its
 * retention is left out.
 */
export const renderEvents = async (
  application: Pick<Application, 'applicationId' | 'environment'>,
  rows: readonly EventRow[],
  dependencies: EventDependencies,
): Promise<Map<string, WebhookEvent>> => {
  const idsOf = (kind: EventRow['object_kind']) => [
    ...new Set(rows.filter((row) => row.object_kind === kind).map((row) => row.object_id as string)),
  ]
  const jobs = await jobsById(idsOf('job'), application, dependencies)
  const batches = await batchesById(idsOf('batch'), application, dependencies)
  const dataOf = async (row: EventRow): Promise<WebhookEvent['data'] | undefined> => {
    if (row.object_kind === 'inline') return openInlineData(row, application, dependencies)
    if (row.object_kind === 'batch') return aboutObject(batches.get(row.object_id as string))
    const job = jobs.get(row.object_id as string)
    return aboutObject(job && tellsResult(row.type) ? { job_id: job.id, result: job.result } : job)
  }
  const rendered = new Map<string, WebhookEvent>()
  for (const row of rows) {
    const data = await dataOf(row)
    if (data) rendered.set(row.event_id, envelope(row, application, data))
  }
  return rendered
}

const aboutObject = (object: Record<string, unknown> | undefined) => object && { object }

/** Spec 2 § Payload rules 2: such an event carries the result itself, with the id of its job. */
const tellsResult = (type: string): boolean =>
  isEventType(type) && eventCatalogue[type].object === 'job_result'

const envelope = (
  row: EventRow,
  { environment }: Pick<Application, 'environment'>,
  data: WebhookEvent['data'],
): WebhookEvent => ({
  id: row.event_id,
  object: 'event',
  type: row.type,
  livemode: environment === 'production',
  created_at: rfc3339(row.created_at.getTime()),
  data,
})

const batchesById = async (
  ids: string[],
  { applicationId }: Pick<Application, 'applicationId'>,
  { pool }: EventDependencies,
): Promise<Map<string, Record<string, unknown>>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await pool.query<BatchRow>({
    name: 'read-ended-batches',
    text: `select batch_id, service, total_items, created_at, completed_at, cancelled_at, succeeded_items, failed_items
           from batches where application_id = $1 and batch_id = any($2) and completed_at is not null`,
    values: [applicationId, ids],
  })
  return new Map(rows.map((row) => [row.batch_id, batchObject(row)]))
}
