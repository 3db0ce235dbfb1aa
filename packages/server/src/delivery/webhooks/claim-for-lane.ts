import type { WebhookEvent } from '@nani/contract'
import type pg from 'pg'
import type { Clock, IdSource } from '../../core/index.ts'
import type { Application } from '../../gateway/index.ts'
import type { EventRow } from '../events/read-events.ts'
import { type ClaimedDelivery, claimDeliveries, releaseDeliveries } from './deliveries.ts'
import { claimSize, type Lane, type Ready, type Target } from './lane.ts'
import type { RecordAttempt } from './record-attempts.ts'

export type ClaimDependencies = {
  pool: pg.Pool
  clock: Clock
  newId: IdSource
  record: RecordAttempt
  /** The envelopes of events by event id, made of what they tell of as it is read now. */
  renderEvents(application: Application, rows: readonly EventRow[]): Promise<Map<string, WebhookEvent>>
}

/** Longer than the slowest use of what is claimed at once: every attempt takes five seconds at most. */
export const leaseMs = 60_000

/** Claims what is due for a lane and makes it ready to be sent. What cannot be made ready is given back. */
export const claimForLane = async (
  lane: Lane,
  { url, application }: Target,
  dependencies: ClaimDependencies,
): Promise<Ready[]> => {
  const { pool, clock, renderEvents } = dependencies
  const { applicationId } = lane
  const count = claimSize(lane)
  const nowMs = clock.now()
  const leasedUntilMs = nowMs + leaseMs
  const rows = await claimDeliveries(pool, applicationId, count, nowMs, leasedUntilMs)
  // Fewer than asked for: that was all.
  if (rows.length === count) lane.wanted = true
  if (rows.length === 0) return []
  try {
    const events = await renderEvents(application, rows.filter(isKnown))
    await giveUp(
      rows.filter((row) => !events.has(row.event_id)),
      url,
      lane,
      dependencies,
    )
    return rows.flatMap(({ event_id, round, attempts }) => {
      const event = events.get(event_id)
      return event
        ? [{ eventId: event_id, round, attempts, body: Buffer.from(JSON.stringify(event)), leasedUntilMs }]
        : []
    })
  } catch (error) {
    await releaseDeliveries(
      pool,
      applicationId,
      rows.map((row) => row.event_id),
    ).catch(() => {})
    throw error
  }
}

const isKnown = (row: ClaimedDelivery): boolean => row.type !== null

/** What an event told of is past its retention, and so is the event: nothing is left to send. */
const giveUp = async (
  rows: readonly ClaimedDelivery[],
  url: string,
  { applicationId }: Lane,
  { clock, newId, record }: ClaimDependencies,
): Promise<void> => {
  await Promise.all(
    rows.map(({ event_id, round, attempts }) =>
      record({
        ...{ applicationId, eventId: event_id, attemptId: newId('att'), round, attempt: attempts + 1 },
        ...{ atMs: clock.now(), url, httpStatus: null, latencyMs: 0, failure: 'event_expired' },
        sealedAnswer: null,
        final: true,
      }),
    ),
  )
}
