import { applicationEvent, delivery, replayRequest, resent } from '@nani/contract/console'
import { dayMs, idTime, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { filterTime, listOf, pageInput, readPage } from '../../../gateway/acts/index.ts'
import { type EventRow, eventTime, scheduleAgain, schedulePageAgain } from '../../outbox/index.ts'
import { announceDue } from '../delivery/due-announcements.ts'
import { deliveriesPage } from '../delivery/list-deliveries.ts'
import { readEndpointUrl } from '../endpoints/endpoint-settings.ts'
import { endpointAct, endpointReading, environmentOfOwn, requireFactor } from './needs.ts'
import { ownInput } from './own-webhook.ts'

const closed = { additionalProperties: false }
const path = '/organizations/{organization_id}/applications/{application_id}' as const
const makers = ['owner', 'administrator', 'developer'] as const
const retainedDays = 31

export const listOwnDeliveries = endpointReading({
  name: 'webhooks.list_deliveries',
  sentence: { en: 'Lists the deliveries of events', fr: 'Liste les livraisons des événements' },
  actors: { member: makers },
  routes: { member: `GET ${path}/deliveries` },
  input: Type.Object({ ...ownInput, ...pageInput }, closed),
  output: listOf(delivery),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, needs: { cursors, answersVault } }) {
    await environmentOfOwn(pool, input)
    return readPage(
      { name: 'deliveries', actor, input, cursors },
      {
        rows: (after, limit) =>
          deliveriesPage(
            input.application_id,
            { limit, before: after === null ? null : String(after[0]) },
            { pool, answersVault },
          ),
        positionOf: (row) => [row.event_id],
        itemOf: ({ type, ...row }) => ({ object: 'delivery' as const, type: type ?? '', ...row }),
      },
    )
  },
})

type OwnEvent = Pick<EventRow, 'event_id' | 'type' | 'created_at' | 'position' | 'clock_ahead_ms'>

export const listOwnEvents = endpointReading({
  name: 'webhooks.list_events',
  sentence: { en: 'Lists the events', fr: 'Liste les événements' },
  actors: { member: makers },
  routes: { member: `GET ${path}/events` },
  input: Type.Object({ ...ownInput, ...pageInput }, closed),
  output: listOf(applicationEvent),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, needs: { cursors } }) {
    await environmentOfOwn(pool, input)
    return readPage(
      { name: 'events', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<OwnEvent>({
            name: 'own-events',
            text: `select event_id, type, created_at, position, clock_ahead_ms::float8 as clock_ahead_ms
              from events
              where application_id = $1 and ($2::bigint is null or position < $2)
              order by position desc limit $3`,
            values: [input.application_id, after?.[0] ?? null, limit],
          })
          return rows
        },
        positionOf: (row) => [Number(row.position)],
        itemOf: (row) => ({
          ...{ object: 'event' as const, id: row.event_id, type: row.type },
          created_at: rfc3339(eventTime(row)),
        }),
      },
    )
  },
})

const requireEndpoint = async (client: Parameters<typeof readEndpointUrl>[0], id: string): Promise<void> => {
  if ((await readEndpointUrl(client, id)) === null)
    throw new Refusal('state_conflict', 'The application has no webhook endpoint.', {
      next: 'Set an endpoint first.',
    })
}

/** Sends one event again, acknowledged or not. */
export const resendOwnEvent = endpointAct({
  name: 'webhooks.resend_own',
  sentence: { en: 'Sends an event again', fr: 'Renvoie un événement' },
  actors: { member: makers },
  routes: { member: `POST ${path}/events/{id}/resend` },
  answers: 202,
  input: Type.Object({ ...ownInput, id: Type.String({ minLength: 1, maxLength: 60 }) }, closed),
  output: resent,
  refusals: ['application_not_found', 'event_not_found', 'state_conflict', 'second_factor_required'],
  async perform({ client, actor, input: { id, ...own }, needs, nowMs }) {
    requireFactor(actor, await environmentOfOwn(client, own))
    const { application_id: applicationId } = own
    const day = dayOf(idTime('evt', id) ?? 0)
    await requireEndpoint(client, applicationId)
    if (!(await scheduleAgain(client, { applicationId, eventId: id, day, nowMs })))
      throw new Refusal('event_not_found', 'There is no such event.')
    return {
      result: { object: 'resend' as const, scheduled: 1 },
      entry: { subject: applicationId, after: { event_id: id } },
      afterCommit: () => announceDue(needs.pool, [applicationId]),
    }
  },
})

/** Sends every event since a time again, of the subscribed types. */
export const replayOwnEvents = endpointAct({
  name: 'webhooks.replay_own',
  sentence: { en: 'Sends events again since a time', fr: 'Renvoie les événements depuis un moment' },
  actors: { member: makers },
  routes: { member: `POST ${path}/events/replay` },
  rateLimit: { burst: 10, refillMs: 30_000 },
  answers: 202,
  input: Type.Object({ ...ownInput, ...replayRequest.properties }, closed),
  output: resent,
  refusals: ['value_invalid', 'application_not_found', 'state_conflict', 'second_factor_required'],
  async perform({ client, actor, input: { since, ...own }, needs, nowMs }) {
    const environment = await environmentOfOwn(client, own)
    requireFactor(actor, environment)
    const { application_id: applicationId } = own
    const sinceMs = filterTime('since', since).getTime()
    await requireEndpoint(client, applicationId)
    // The day of a partition is real time. A time of the sandbox can be ahead of it.
    const retainedMs = nowMs - retainedDays * dayMs
    const fromMs = environment === 'sandbox' ? retainedMs : Math.max(sinceMs, retainedMs)
    const firstDay = dayOf(fromMs - dayMs)
    let after: number | null = 0
    let scheduled = 0
    while (after !== null) {
      const page = await schedulePageAgain(client, applicationId, { after, sinceMs, firstDay }, nowMs)
      scheduled += page.scheduled
      after = page.last
    }
    return {
      result: { object: 'resend' as const, scheduled },
      entry: { subject: applicationId, after: { since: rfc3339(sinceMs), scheduled } },
      afterCommit: () => announceDue(needs.pool, [applicationId]),
    }
  },
})
