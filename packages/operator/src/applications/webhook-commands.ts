import type { Delivery, WebhookDependencies, WebhookEndpoint } from '@nani/server/calls/webhooks/index.ts'
import { area } from '../command-line/command-area.ts'
import { gathered, momentMsOf } from '../command-line/derive-options.ts'
import { atMost, namedApplication } from '../command-line/named-application.ts'
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
  list: (data) => ({ object: 'list', data }),
  commands: {
    'set <url>': {
      act: 'setWebhook',
      options: {
        event_types: {
          ...{ text: 'event types for the endpoint (default: every type)', as: 'events', value: 'a,b' },
          parse: gathered,
        },
      },
      text: (endpoint: WebhookEndpoint, { terminal }) => endpointText(endpoint, terminal),
    },
    show: {
      act: 'showWebhook',
      text: (endpoint: WebhookEndpoint, { terminal }) => endpointText(endpoint, terminal),
    },
    remove: {
      act: 'setWebhook',
      about: 'remove the endpoint; waiting events are not sent',
      options: { url: null, event_types: null },
      perform: ({ module, input, perform }) =>
        perform(module.setWebhook, { ...input, url: null, event_types: null } as never),
      text: (endpoint: WebhookEndpoint, { terminal }) => endpointText(endpoint, terminal),
    },
    deliveries: {
      act: 'listDeliveries',
      options: { limit: atMost(500, 20) },
      text: (deliveries: Delivery[], { terminal }) => deliveriesText(deliveries, terminal),
    },
    'resend <event>': {
      act: 'sendEventAgain',
      json: (_, { input }) => ({ event_id: input.event_id, scheduled: 1 }),
    },
    replay: {
      act: 'sendEventsAgain',
      options: {
        since_ms: {
          ...{
            text: 'such as 30m, 2h, 3d, or 2026-11-21T08:00:00Z',
            as: 'since',
            value: 'when',
            required: true,
          },
          ...{ parse: (text: string) => text, read: momentMsOf },
        },
      },
    },
  },
})
