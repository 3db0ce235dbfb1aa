import { dayMs, idTime, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { type Database, dayOf } from '@nani/foundation/storage/index.ts'
import { scheduleAgain, schedulePageAgain } from '../../outbox/index.ts'
import { readWebhook } from '../endpoints/endpoint-settings.ts'

const requireEndpoint = async (database: Database, applicationId: string): Promise<void> => {
  const { url } = await readWebhook(database, applicationId)
  if (url === null)
    throw new Refusal('webhook_endpoint_not_found', `${applicationId} has no webhook endpoint.`)
}

/** Schedules one event again, acknowledged or not, of any type. Throws a Refusal. */
export const scheduleEvent = async (
  database: Database,
  { applicationId, eventId, nowMs }: { applicationId: string; eventId: string; nowMs: number },
): Promise<void> => {
  await requireEndpoint(database, applicationId)
  const day = dayOf(idTime('evt', eventId) ?? 0)
  if (!(await scheduleAgain(database, { applicationId, eventId, day, nowMs })))
    throw new Refusal('event_not_found', `${applicationId} has no event ${eventId} of the last 30 days.`)
}

/** Schedules every event since a time again, of the subscribed types. Returns their number. */
export const scheduleEventsSince = async (
  database: Database,
  { applicationId, sinceMs, nowMs }: { applicationId: string; sinceMs: number; nowMs: number },
): Promise<{ since: string; scheduled: number }> => {
  await requireEndpoint(database, applicationId)
  const firstDay = dayOf(Math.max(sinceMs, nowMs - 31 * dayMs) - dayMs)
  let after: number | null = 0
  let scheduled = 0
  while (after !== null) {
    const page = { after, sinceMs, firstDay }
    const written = await schedulePageAgain(database, applicationId, page, nowMs)
    scheduled += written.scheduled
    after = written.last
  }
  return { since: rfc3339(sinceMs), scheduled }
}
