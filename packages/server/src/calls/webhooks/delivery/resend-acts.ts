import { useCase } from '../../../app/audit/index.ts'
import type { WebhookDependencies } from '../endpoints/endpoint-settings.ts'
import { replayEvents, resendEvent } from './resend-events.ts'

/** An operator sends one event again. The entry is written first: what cannot be recorded is not sent. */
export const sendEventAgain = useCase({
  action: 'webhooks.resend',
  permission: { operator: ['supervisor'] },
  async perform(input: { applicationId: string; eventId: string }, platform: WebhookDependencies, record) {
    const { applicationId, eventId } = input
    const entry = { subject: applicationId, after: { event_id: eventId } }
    const recorded = await record(platform.pool, entry, undefined)
    await resendEvent(applicationId, eventId, platform)
    return recorded
  },
})

/** An operator sends every event since a time again. The entry has the number of scheduled events. */
export const sendEventsAgain = useCase({
  action: 'webhooks.replay',
  permission: { operator: ['supervisor'] },
  async perform(input: { applicationId: string; sinceMs: number }, platform: WebhookDependencies, record) {
    const { applicationId, sinceMs } = input
    const subject = applicationId
    const since = new Date(sinceMs).toISOString()
    await record(platform.pool, { subject, after: { since, state: 'started' } }, undefined)
    const replayed = await replayEvents(applicationId, sinceMs, platform)
    return record(platform.pool, { subject, after: { ...replayed, state: 'finished' } }, replayed)
  },
})
