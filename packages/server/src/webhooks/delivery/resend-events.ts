import { idTime, OperatorError, rfc3339 } from '../../core/index.ts'
import { dayOf } from '../../storage/index.ts'
import { showWebhook, type WebhookDependencies } from '../endpoints/endpoint-settings.ts'
import { announceDue } from './due-announcements.ts'

const dayMs = 86_400_000
const pageSize = 1_000

// A resend starts a new round: it is due now, and has all five attempts.
const scheduling = `on conflict (application_id, event_id) do update
  set state = 'scheduled', round = webhook_deliveries.round + 1, attempts = 0, next_attempt_at = excluded.next_attempt_at, leased_until = null`

const endpointOf = async (applicationId: string, dependencies: WebhookDependencies): Promise<void> => {
  const { url } = await showWebhook(applicationId, dependencies)
  if (url === null) {
    throw new OperatorError('webhook_endpoint_not_found', `${applicationId} has no webhook endpoint.`)
  }
}

/** Sends one event again, acknowledged or not, of any type. Throws an OperatorError. */
export const resendEvent = async (
  applicationId: string,
  eventId: string,
  dependencies: WebhookDependencies,
): Promise<void> => {
  const { pool, clock } = dependencies
  await endpointOf(applicationId, dependencies)
  const madeMs = idTime('evt', eventId)
  const { rowCount } = await pool.query(
    `insert into webhook_deliveries (application_id, event_id, event_day, next_attempt_at)
     select application_id, event_id, day, $4 from events
     where application_id = $1 and event_id = $2 and day = $3 ${scheduling}`,
    [applicationId, eventId, dayOf(madeMs ?? 0), new Date(clock.now())],
  )
  if (rowCount === 0) {
    throw new OperatorError(
      'event_not_found',
      `${applicationId} has no event ${eventId} of the last 30 days.`,
    )
  }
  await announceDue(pool, [applicationId])
}

/** Sends again every event since a time, of the subscribed types. Returns their number. */
export const replayEvents = async (
  applicationId: string,
  sinceMs: number,
  dependencies: WebhookDependencies,
): Promise<{ since: string; scheduled: number }> => {
  const { pool, clock } = dependencies
  await endpointOf(applicationId, dependencies)
  const firstDay = dayOf(Math.max(sinceMs, clock.now() - 31 * dayMs) - dayMs)
  let position = 0
  let scheduled = 0
  for (;;) {
    const { rows } = await pool.query<{ listed: number; last: number | null; scheduled: number }>(
      `with page as (
         select event_id, day, position, type from events
         where application_id = $1 and position > $2 and created_at >= $3 and day >= $4
         order by position limit ${pageSize}
       ), scheduled as (
         insert into webhook_deliveries (application_id, event_id, event_day, next_attempt_at)
         select $1, p.event_id, p.day, $5 from page p join webhook_endpoints w
           on w.application_id = $1 and (w.event_types is null or p.type = any(w.event_types))
         order by p.event_id ${scheduling} returning event_id
       )
       select count(*) as listed, max(position) as last, (select count(*) from scheduled) as scheduled from page`,
      [applicationId, position, new Date(sinceMs), firstDay, new Date(clock.now())],
    )
    const page = rows[0] as { listed: number; last: number | null; scheduled: number }
    scheduled += Number(page.scheduled)
    if (page.last === null || Number(page.listed) < pageSize) break
    position = page.last
  }
  if (scheduled > 0) await announceDue(pool, [applicationId])
  return { since: rfc3339(sinceMs), scheduled }
}
