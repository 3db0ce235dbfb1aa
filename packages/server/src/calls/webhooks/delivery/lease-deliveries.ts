import type { WebhookEvent } from '@nani/contract'
import type { Clock, IdSource } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Application } from '../../../gateway/gateway/index.ts'
import { type EventRow, type LeasedRow, leaseDueDeliveries, releaseDeliveries } from '../../outbox/index.ts'
import { type EndpointQueue, type LeasedDelivery, nextLeaseSize, type Target } from './endpoint-queue.ts'
import type { RecordAttempt } from './record-attempts.ts'

export type LeaseDependencies = {
  pool: pg.Pool
  clock: Clock
  newId: IdSource
  record: RecordAttempt
  /** The envelopes of events by event id, with new file links. An event whose result has expired is absent. */
  renderEvents(application: Application, rows: readonly EventRow[]): Promise<Map<string, WebhookEvent>>
}

/** Longer than the attempts that one lease holds: each takes at most five seconds. */
export const leaseMs = 60_000

/** Leases due deliveries for a queue and renders their events. After an error the leases are released. */
export const leaseDeliveries = async (
  queue: EndpointQueue,
  { url, application }: Target,
  dependencies: LeaseDependencies,
): Promise<LeasedDelivery[]> => {
  const { pool, clock } = dependencies
  const { applicationId } = queue
  const count = nextLeaseSize(queue)
  const nowMs = clock.now()
  const lease = { count, nowMs, leasedUntilMs: nowMs + leaseMs }
  const rows = await leaseDueDeliveries(pool, applicationId, lease)
  // With fewer rows than that, nothing more is due.
  if (rows.length === count) queue.mayHaveMore = true
  if (rows.length === 0) return []
  try {
    return await renderLeased(rows, lease.leasedUntilMs, { url, application }, dependencies)
  } catch (error) {
    const eventIds = rows.map((row) => row.event_id)
    await releaseDeliveries(pool, applicationId, eventIds).catch(() => {})
    throw error
  }
}

const renderLeased = async (
  rows: readonly LeasedRow[],
  leasedUntilMs: number,
  { url, application }: Target,
  dependencies: LeaseDependencies,
): Promise<LeasedDelivery[]> => {
  // The columns of the event are null when its partition was dropped.
  const present = rows.filter((row) => row.type !== null)
  const events = await dependencies.renderEvents(application, present)
  const expired = rows.filter((row) => !events.has(row.event_id))
  await endExpired(expired, { url, application }, dependencies)
  return rows.flatMap(({ event_id, round, attempts, traceparent, tracestate }) => {
    const event = events.get(event_id)
    if (!event) return []
    const body = Buffer.from(JSON.stringify(event))
    const trace = traceparent === null ? null : { traceparent, tracestate }
    return [{ eventId: event_id, round, attempts, body, leasedUntilMs, trace }]
  })
}

/** The event, or the result that it contains, is past its retention. Nothing is left to send. */
const endExpired = async (
  rows: readonly LeasedRow[],
  { url, application: { applicationId } }: Target,
  { clock, newId, record }: LeaseDependencies,
): Promise<void> => {
  await Promise.all(
    rows.map(({ event_id, round, attempts }) =>
      record({
        ...{ applicationId, eventId: event_id, attemptId: newId('att'), round, attempt: attempts + 1 },
        ...{ atMs: clock.now(), url, httpStatus: null, latencyMs: 0, failure: 'event_expired' },
        sealedAnswer: null,
        isFinal: true,
      }),
    ),
  )
}
