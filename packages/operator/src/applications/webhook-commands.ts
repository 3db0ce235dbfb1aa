import type { WebhookDependencies } from '@nani/server/calls/webhooks/index.ts'
import { area } from '../command-line/command-area.ts'
import { gathered, momentMsOf } from '../command-line/derive-options.ts'
import { atMost, namedApplication } from '../command-line/named-application.ts'

const load = async () => ({
  ...(await import('@nani/server/calls/webhooks/index.ts')),
  ...(await import('./webhook-text.ts')),
})
type Webhooks = Awaited<ReturnType<typeof load>>
type Needs = WebhookDependencies & Parameters<Webhooks['listDeliveries']>[2]

/** `nani webhooks …`: where the events of an application go, and what became of them. */
export const webhooks = area<Webhooks, Needs>({
  name: 'webhooks',
  about: 'where the events of an application are sent',
  load,
  placed: true,
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
      text: 'endpointText',
    },
    show: { act: 'showWebhook', text: 'endpointText' },
    remove: {
      act: 'setWebhook',
      about: 'remove the endpoint; waiting events are not sent',
      options: { url: null, event_types: null },
      perform: ({ module, input, perform }) =>
        perform(module.setWebhook, { ...input, url: null, event_types: null } as never),
      text: 'endpointText',
    },
    deliveries: {
      act: 'listDeliveries',
      options: { limit: atMost(500, 20) },
      text: 'deliveriesText',
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
