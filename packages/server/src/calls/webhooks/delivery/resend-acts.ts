import Type from 'typebox'
import { type ActContext, defineAct } from '../../../gateway/acts/index.ts'
import type { WebhookDependencies } from '../endpoints/endpoint-settings.ts'
import { announceDue } from './due-announcements.ts'
import { scheduleEvent, scheduleEventsSince } from './resend-events.ts'

const ofApplication = { application_id: Type.String({ minLength: 1, maxLength: 64 }) }

/** Sends one event again, acknowledged or not, of any type. */
export const sendEventAgain = defineAct({
  name: 'webhooks.resend',
  sentence: { en: 'Sends an event again', fr: 'Renvoie un événement' },
  actors: { operator: ['supervisor'] },
  input: Type.Object(
    { ...ofApplication, event_id: Type.String({ minLength: 1, maxLength: 64 }) },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  refusals: ['application_not_found', 'webhook_endpoint_not_found', 'event_not_found'],
  async perform({
    client,
    input: { application_id, event_id },
    needs: { pool },
    nowMs,
  }: ActContext<{ application_id: string; event_id: string }, WebhookDependencies>) {
    await scheduleEvent(client, { applicationId: application_id, eventId: event_id, nowMs })
    return {
      result: null,
      entry: { subject: application_id, after: { event_id } },
      afterCommit: () => announceDue(pool, [application_id]),
    }
  },
})

/** Sends every event since a time again, of the subscribed types. The entry has the number of scheduled events. */
export const sendEventsAgain = defineAct({
  name: 'webhooks.replay',
  sentence: { en: 'Sends the events since a time again', fr: 'Renvoie les événements depuis un moment' },
  actors: { operator: ['supervisor'] },
  input: Type.Object({ ...ofApplication, since_ms: Type.Integer() }, { additionalProperties: false }),
  output: Type.Object({ since: Type.String(), scheduled: Type.Integer() }),
  refusals: ['application_not_found', 'webhook_endpoint_not_found'],
  async perform({
    client,
    input: { application_id, since_ms },
    needs: { pool },
    nowMs,
  }: ActContext<{ application_id: string; since_ms: number }, WebhookDependencies>) {
    const result = await scheduleEventsSince(client, {
      applicationId: application_id,
      sinceMs: since_ms,
      nowMs,
    })
    return {
      result,
      entry: { subject: application_id, after: result },
      afterCommit: () => announceDue(pool, [application_id]),
    }
  },
})
