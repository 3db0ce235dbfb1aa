import { randomUUID } from 'node:crypto'
import { eventCatalogue } from '@nani/contract'
import { webhookTest, webhookTestResult } from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { sendEvent } from '../delivery/send-event.ts'
import { readEndpointUrl } from '../endpoints/endpoint-settings.ts'
import { endpointAct, environmentOfOwn, requireFactor } from './needs.ts'
import { ownInput } from './own-webhook.ts'

/**
 * Sends one invented event to the endpoint, signed like any other, and waits for its answer. It is not stored: no list and
 * no delivery has it. Its object says `test`.
 */
export const testOwnWebhook = endpointAct({
  name: 'webhooks.test_own',
  sentence: { en: 'Sends a test event', fr: "Envoie un événement d'essai" },
  actors: { member: ['owner', 'administrator', 'developer'] },
  routes: { member: 'POST /organizations/{organization_id}/applications/{application_id}/webhook/test' },
  rateLimit: { burst: 10, refillMs: 3_000 },
  input: Type.Object({ ...ownInput, ...webhookTest.properties }, { additionalProperties: false }),
  output: webhookTestResult,
  refusals: [
    'value_invalid',
    'application_not_found',
    'state_conflict',
    'second_factor_required',
    'too_many_attempts',
  ],
  async prepare({ actor, input: { type, ...own }, needs, nowMs }) {
    const environment = await environmentOfOwn(needs.pool, own)
    requireFactor(actor, environment)
    const url = await readEndpointUrl(needs.pool, own.application_id)
    const application = await needs.applicationById(own.application_id)
    if (url === null || !application)
      throw new Refusal('state_conflict', 'The application has no webhook endpoint, or no valid keys.')
    const eventId = `evt_test_${randomUUID().replaceAll('-', '')}`
    const event = {
      ...{ id: eventId, object: 'event', type, livemode: environment === 'production' },
      created_at: rfc3339(nowMs),
      data: { object: { object: eventCatalogue[type].object, test: true } },
    }
    const body = Buffer.from(JSON.stringify(event))
    const message = { url, eventId, body, webhookKey: application.webhookKey }
    const sent = await sendEvent(message, { connections: needs.connections[environment], clock: needs.clock })
    return { eventId, sent }
  },
  async perform({ input: { type, application_id }, prepared: { eventId, sent } }) {
    const { httpStatus: status, failure, latencyMs } = sent
    const delivered = status !== null && status >= 200 && status < 300
    return {
      result: {
        ...{ object: 'webhook_test' as const, event_id: eventId, type, delivered, status, failure },
        latency_ms: Math.round(latencyMs),
      },
      entry: { subject: application_id, after: { type, status, failure } },
    }
  },
})
