import { idTime, OperatorError, rfc3339 } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import { scheduleAgain, schedulePageAgain } from '../../outbox/index.ts'
import { showWebhook, type WebhookDependencies } from '../endpoints/endpoint-settings.ts'
import { announceDue } from './due-announcements.ts'

const dayMs = 86_400_000

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
  const day = dayOf(idTime('evt', eventId) ?? 0)
  if (!(await scheduleAgain(pool, { applicationId, eventId, day, nowMs: clock.now() }))) {
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
  let after: number | null = 0
  let scheduled = 0
  while (after !== null) {
    const page = { after, sinceMs, firstDay }
    const written = await schedulePageAgain(pool, applicationId, page, clock.now())
    scheduled += written.scheduled
    after = written.last
  }
  if (scheduled > 0) await announceDue(pool, [applicationId])
  return { since: rfc3339(sinceMs), scheduled }
}
