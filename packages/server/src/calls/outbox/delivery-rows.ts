import type pg from 'pg'
import type { EventRow } from './event-row.ts'

/** A delivery that this process has leased, with its event. The columns of an expired event are null. */
export type LeasedRow = EventRow & {
  round: number
  attempts: number
  /** The trace of the call that caused the event. */
  traceparent: string | null
  tracestate: string | null
}

/** The applications with due deliveries: one index lookup for each endpoint. The order makes the planner use the index. */
export const dueApplications = async (pool: pg.Pool, nowMs: number): Promise<string[]> => {
  const { rows } = await pool.query<{ application_id: string }>({
    name: 'due-applications',
    text: `select e.application_id from webhook_endpoints e cross join lateral (
             select 1 from webhook_deliveries d
             where d.application_id = e.application_id and d.state = 'scheduled' and d.next_attempt_at <= $1
               and (d.leased_until is null or d.leased_until <= $1)
             order by d.next_attempt_at limit 1
           ) as due`,
    values: [new Date(nowMs)],
  })
  return rows.map((row) => row.application_id)
}

/** How many deliveries a lease takes, and until when. */
export type Lease = { count: number; nowMs: number; leasedUntilMs: number }

/**
 * Leases due deliveries of one application, those that are due longest first. The joins are possible only by key: a
 * plan that reads all deliveries of an application would become slower with their number. The statement does not wait
 * for the disk. When a crash of the database loses it, the lease ends early.
 */
export const leaseDueDeliveries = async (
  pool: pg.Pool,
  applicationId: string,
  { count, nowMs, leasedUntilMs }: Lease,
): Promise<LeasedRow[]> => {
  const { rows } = await pool.query<LeasedRow>({
    name: 'lease-deliveries',
    text: `with due as (
             select event_id from webhook_deliveries
             where application_id = $1 and state = 'scheduled' and next_attempt_at <= $2
               and (leased_until is null or leased_until <= $2)
             order by next_attempt_at limit $4 for update skip locked
           ), leased as (
             update webhook_deliveries set leased_until = $3
             from (select set_config('synchronous_commit', 'off', true)) as soon
             where application_id = $1 and event_id = any (array(select event_id from due))
             returning event_id, event_day, round, attempts
           )
           select c.event_id, c.round, c.attempts, e.position, e.type, e.created_at, e.object_kind, e.object_id,
             e.sealed_data, e.result_id, e.traceparent, e.tracestate,
             e.clock_ahead_ms::float8 as clock_ahead_ms
           from leased c left join lateral (
             select * from events where application_id = $1 and event_id = c.event_id and day = c.event_day limit 1
           ) e on true`,
    values: [applicationId, new Date(nowMs), new Date(leasedUntilMs), count],
  })
  return rows
}

/** Releases leases. Any other lease ends by its time. */
export const releaseDeliveries = async (
  pool: pg.Pool,
  applicationId: string,
  eventIds: readonly string[],
): Promise<void> => {
  if (eventIds.length === 0) return
  await pool.query({
    name: 'release-deliveries',
    text: `update webhook_deliveries set leased_until = null
           where application_id = $1 and event_id = any($2) and state = 'scheduled'`,
    values: [applicationId, eventIds],
  })
}

/** The endpoint of an application is removed: what is scheduled for it is not sent. */
export const endDeliveries = async (client: pg.ClientBase, applicationId: string): Promise<void> => {
  await client.query(
    "update webhook_deliveries set state = 'exhausted' where application_id = $1 and state = 'scheduled'",
    [applicationId],
  )
}
