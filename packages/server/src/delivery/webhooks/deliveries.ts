import type pg from 'pg'
import type { EventRow } from '../events/read-events.ts'

/** A delivery that this process holds, with its event. The event's columns are null when it was forgotten. */
export type ClaimedDelivery = EventRow & { attempts: number }

/** Whose deliveries are due. While nothing is due anywhere this is one look into an index. */
export const dueApplications = async (pool: pg.Pool, nowMs: number): Promise<string[]> => {
  const { rows } = await pool.query<{ application_id: string }>({
    name: 'due-applications',
    text: `select e.application_id from webhook_endpoints e
           where exists (select 1 from webhook_deliveries d where d.state = 'scheduled' and d.next_attempt_at <= $1)
             and exists (
               select 1 from webhook_deliveries d
               where d.application_id = e.application_id and d.state = 'scheduled' and d.next_attempt_at <= $1
                 and (d.leased_until is null or d.leased_until <= $1))`,
    values: [new Date(nowMs)],
  })
  return rows.map((row) => row.application_id)
}

/** Takes up to `count` due deliveries of one application, those due longest first, until the lease ends. */
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
             update webhook_deliveries d set leased_until = $3 from due
             where d.application_id = $1 and d.event_id = due.event_id
             returning d.event_id, d.event_day, d.attempts
           )
           select c.event_id, c.attempts, e.position, e.type, e.created_at, e.object_kind, e.object_id, e.sealed_data
           from claimed c left join events e
             on e.application_id = $1 and e.event_id = c.event_id and e.day = c.event_day`,
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
