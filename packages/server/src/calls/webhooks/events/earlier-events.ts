import { eventCatalogue, isEventType } from '@nani/contract'
import type { Application } from '../../../gateway/gateway/index.ts'
import { type BatchRow, batchObject, jobsById, type ReadDependencies } from '../../calls/index.ts'
import type { EventData, EventRow } from '../../outbox/index.ts'

/**
 * `data` of events that a release without snapshots committed. It is read from the job or batch, which no longer
 * changes. Remove this file when no such event is left, 30 days after the last process of that release.
 */
export const readEarlierEvents = async (
  application: Pick<Application, 'applicationId' | 'environment' | 'clockAheadMs'>,
  rows: readonly EventRow[],
  dependencies: ReadDependencies,
): Promise<Map<string, EventData>> => {
  const idsOf = (kind: EventRow['object_kind']) => [
    ...new Set(rows.filter((row) => row.object_kind === kind).map((row) => row.object_id as string)),
  ]
  const jobs = await jobsById(idsOf('job'), application, dependencies)
  const batches = await batchesById(idsOf('batch'), application, dependencies)
  const data = new Map<string, EventData>()
  for (const { event_id, type, object_kind, object_id } of rows) {
    const object = (object_kind === 'job' ? jobs : batches).get(object_id as string)
    if (!object) continue
    const { id: job_id, result } = object
    data.set(event_id, { object: holdsOnlyResult(type) ? { job_id, result } : object })
  }
  return data
}

const holdsOnlyResult = (type: string): boolean =>
  isEventType(type) && eventCatalogue[type].object === 'job_result'

const batchesById = async (
  ids: string[],
  { applicationId }: Pick<Application, 'applicationId'>,
  { pool }: ReadDependencies,
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
