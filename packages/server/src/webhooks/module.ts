import type { CallsDependencies } from '../calls/index.ts'
import { type Channel, throttledErrorLog } from '../core/index.ts'
import { type OutboundPolicy, openConnections, systemLookup } from '../outbound/index.ts'
import { defineModule, type Platform } from '../platform/index.ts'
import { createDispatcher } from './delivery/dispatcher.ts'
import { listenForDue } from './delivery/due-announcements.ts'
import { forgetExpiredDeliveries } from './delivery/retention.ts'
import { webhookPolicies } from './endpoints/endpoint-policies.ts'
import { eventEndpoints } from './events/event-endpoints.ts'
import { renderEvents } from './events/read-events.ts'
import { webhooksSettings } from './settings.ts'

/** What endpoints answer is sealed under keys of this use. */
export const webhookAnswersVault = (platform: Pick<Platform, 'vaultFor'>) =>
  platform.vaultFor('webhook-answers')

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'vaultFor' | 'connectionString' | 'log'> & {
  calls: CallsDependencies
  newEvents: Channel<string>
  applicationChanges: Channel<string | null>
}

/** The events of applications, and the dispatcher of this process. */
export const webhooksModule = defineModule({
  name: 'webhooks',
  settings: webhooksSettings,
  open(needs: Needs, settings) {
    const { pool, clock, newId, log, calls } = needs
    const policies = webhookPolicies(settings.sandboxWebhooksAllowLoopback)
    const lookup = systemLookup()
    const connect = (policy: OutboundPolicy) => openConnections({ policy, lookup, clock })
    const dispatcher = createDispatcher({
      ...{ pool, clock, newId },
      answersVault: webhookAnswersVault(needs),
      connections: { sandbox: connect(policies.sandbox), production: connect(policies.production) },
      renderEvents: (application, rows) => renderEvents(application, rows, calls),
      applicationById: calls.applicationById,
      listenForDue: (onDue) => listenForDue(needs.connectionString, onDue),
      onError: throttledErrorLog('webhooks', { clock, log }),
    })
    needs.newEvents.subscribe(dispatcher.wake)
    needs.applicationChanges.subscribe(dispatcher.forget)
    return {
      endpoints: eventEndpoints(calls),
      start: dispatcher.start,
      stop: dispatcher.stop,
      retention: [forgetExpiredDeliveries],
    }
  },
})
