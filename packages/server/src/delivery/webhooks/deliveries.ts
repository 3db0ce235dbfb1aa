import type pg from 'pg'
import type { EventRow } from '../events/read-events.ts'

/** A delivery that this process holds, with its event. The event's columns are null when it was forgotten. */
export type ClaimedDelivery = EventRow & { round: number; attempts: number }

/** Whose deliveries are due: one look into an index for each endpoint. The order is what keeps the planner to it. */
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

/**
 * Takes up to `count` due deliveries of one application, those due longest first, until the lease ends. Joins are
 * written so that they can only go by key: a plan that reads all deliveries of an application would grow with them.
 * A claim that a database crash forgets is a lease that ends early, so that nothing waits for the disk.
 */
export const claimDeliveries = async (
  pool: pg.Pool,
  applicationId: string,
  count: number,
  nowMs: number,
  leasedUntilMs: number,
): Promise<ClaimedDelivery[]> => {
  const { rows } = await pool.query<ClaimedDelivery>({
    name: 'claim-deliveries',
    text: `with due as (
             select event_id from webhook_deliveries
             where application_id = $1 and state = 'scheduled' and next_attempt_at <= $2
               and (leased_until is null or leased_until <= $2)
             order by next_attempt_at limit $4 for update skip locked
           ), claimed as (
             update webhook_deliveries set leased_until = $3
             from (select set_config('synchronous_commit', 'off', true)) as soon
             where application_id = $1 and event_id = any (array(select event_id from due))
             returning event_id, event_day, round, attempts
           )
           select c.event_id, c.round, c.attempts, e.position, e.type, e.created_at, e.object_kind, e.object_id, e.sealed_data
           from claimed c left join lateral (
             select * from events where application_id = $1 and event_id = c.event_id and day = c.event_day limit 1
           ) e on true`,
    values: [applicationId, new Date(nowMs), new Date(leasedUntilMs), count],
  })
  return rows
}

/** Gives back what was claimed and not begun. What it does not reach lapses with its lease. */
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
