import type { Delivery, WebhookDependencies, WebhookEndpoint } from '@nani/server/calls/webhooks/index.ts'
import { area } from './command-area.ts'
import { gathered, momentMsOf } from './derive-options.ts'
import { atMost, namedApplication } from './named-application.ts'
import { deliveriesText, endpointText } from './webhook-text.ts'

type Webhooks = typeof import('@nani/server/calls/webhooks/index.ts')
type Needs = WebhookDependencies & Parameters<Webhooks['listDeliveries']>[2]

/** `nani webhooks …`: where the events of an application go, and what became of them. */
export const webhooks = area<Webhooks, Needs>({
  name: 'webhooks',
  about: 'where the events of an application are sent',
  load: () => import('@nani/server/calls/webhooks/index.ts'),
  needs: ({ module, installation }) => ({
    ...installation,
    policies: module.webhookPolicies(installation.config.sandboxWebhooksAllowLoopback),
    answersVault: module.webhookAnswersVault(installation),
  }),
  options: { application_id: namedApplication },
  commands: [
    {
      words: 'set <url>',
      about: 'register the endpoint; it replaces the previous one',
      example: 'webhooks set https://shop.example/hook --events job.completed,batch.completed',
      act: 'setWebhook',
      options: {
        event_types: {
          ...{ text: 'event types for the endpoint (default: every type)', as: 'events', value: 'a,b' },
          parse: gathered,
        },
      },
      text: (endpoint: WebhookEndpoint, { terminal }) => endpointText(endpoint, terminal),
    },
    {
      words: 'show',
      about: 'the endpoint, and the waiting events',
      example: 'webhooks show',
      act: 'showWebhook',
      text: (endpoint: WebhookEndpoint, { terminal }) => endpointText(endpoint, terminal),
    },
    {
      words: 'remove',
      about: 'remove the endpoint; waiting events are not sent',
      example: 'webhooks remove',
      act: 'setWebhook',
      options: { url: null, event_types: null },
      perform: ({ module, input, perform }) =>
        perform(module.setWebhook, { ...input, url: null, event_types: null } as never),
      text: (endpoint: WebhookEndpoint, { terminal }) => endpointText(endpoint, terminal),
    },
    {
      words: 'deliveries',
      about: 'the latest deliveries with their attempts: status, latency, start of the response',
      example: 'webhooks deliveries --limit 5',
      act: 'listDeliveries',
      options: { limit: atMost(500, 20) },
      json: (data) => ({ object: 'list', data }),
      text: (deliveries: Delivery[], { terminal }) => deliveriesText(deliveries, terminal),
    },
    {
      words: 'resend <event>',
      about: 'send one event again, acknowledged or not',
      example: 'webhooks resend evt_01JB2X4T6V9X2B5D7F9H1K3M5P',
      act: 'sendEventAgain',
      json: (_, { input }) => ({ event_id: input.event_id, scheduled: 1 }),
      text: (_, { input }) => `${input.event_id} is sent again; see nani webhooks deliveries.\n`,
    },
    {
      words: 'replay',
      about: 'send every event since a time again',
      example: 'webhooks replay --since 2h',
      act: 'sendEventsAgain',
      options: {
        since_ms: {
          ...{ text: 'such as 30m, 2h, 3d, or 2026-11-21T08:00:00Z', value: 'when', required: true },
          ...{ parse: (text: string) => text, read: momentMsOf },
        },
      },
      text: ({ scheduled, since }: { scheduled: number; since: string }) =>
        `${scheduled} events since ${since} are sent again.\n`,
    },
  ],
})
