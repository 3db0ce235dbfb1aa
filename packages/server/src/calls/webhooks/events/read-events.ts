import type { WebhookEvent } from '@nani/contract'
import { type Clock, rfc3339 } from '@nani/foundation/core/index.ts'
import { type Application, timeOf } from '../../../gateway/gateway/index.ts'
import { isWithinRetention, type ReadDependencies, resultsById } from '../../calls/index.ts'
import { type EventData, type EventRow, eventTime, openSnapshot } from '../../outbox/index.ts'
import { readEarlierEvents } from './earlier-events.ts'

type Owner = Pick<Application, 'applicationId' | 'environment' | 'clockAheadMs'>

/**
 * The envelopes of events (spec/webhooks#event-envelope), by event id. Their data is the snapshot of the commit. Only
 * links to files and absolute URLs are new. An event that is past its retention, or whose result is, is absent.
 */
export const renderEvents = async (
  application: Owner,
  rows: readonly EventRow[],
  dependencies: ReadDependencies,
): Promise<Map<string, WebhookEvent>> => {
  const resultIds = new Set(rows.flatMap(({ result_id }) => result_id ?? []))
  const results = await resultsById([...resultIds], application, dependencies)
  const earlier = await readEarlierEvents(
    application,
    rows.filter((row) => row.sealed_data === null),
    dependencies,
  )
  const rendered = new Map<string, WebhookEvent>()
  for (const row of rows) {
    if (!isRetained(row, application, dependencies.clock)) continue
    const data = row.sealed_data
      ? await dataOf(row, row.sealed_data, { application, results }, dependencies)
      : earlier.get(row.event_id)
    if (data) rendered.set(row.event_id, envelope(row, application, data))
  }
  return rendered
}

/** In real time, the partitions end the retention of an event. Under a test clock, its own time does. */
const isRetained = (row: EventRow, application: Owner, clock: Clock): boolean =>
  application.clockAheadMs === 0 ||
  row.clock_ahead_ms === null ||
  isWithinRetention(eventTime(row), application, clock)

/** The snapshot with its result, or null when the result has expired. */
const dataOf = async (
  { event_id, result_id }: EventRow,
  sealed: Buffer,
  { application, results }: { application: Owner; results: ReadonlyMap<string, unknown> },
  { requestsVault, deliverFiles, baseUrl, clock }: ReadDependencies,
): Promise<EventData | null> => {
  const { applicationId, environment } = application
  const snapshot = openSnapshot(sealed, { applicationId, eventId: event_id }, requestsVault)
  const data = (await deliverFiles.inValue(snapshot, {
    documentDelivery: 'signed_url',
    issuer: { applicationId, resultId: result_id ?? event_id },
    baseUrl: baseUrl(environment),
    nowMs: timeOf(application, clock),
  })) as EventData
  if (result_id === null) return data
  const result = results.get(result_id)
  return result === undefined ? null : { ...data, object: { ...data.object, result } }
}

const envelope = (row: EventRow, { environment }: Owner, data: EventData): WebhookEvent => ({
  id: row.event_id,
  object: 'event',
  type: row.type,
  livemode: environment === 'production',
  created_at: rfc3339(eventTime(row)),
  data,
})
