import { type Channel, throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { CallsDependencies } from '../calls/index.ts'
import { backlogMetrics } from './backlog-metrics.ts'
import { createDueAnnouncer } from './delivery/due-announcements.ts'
import { openDispatcher } from './delivery/open-dispatcher.ts'
import { webhookPolicies } from './endpoints/endpoint-policies.ts'
import { eventEndpoints } from './events/event-endpoints.ts'
import { renderEvents } from './events/read-events.ts'
import { webhooksSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'vaultFor' | 'connectionString' | 'log' | 'role'> & {
  calls: CallsDependencies
  newEvents: Channel<string>
  applicationChanges: Channel<string | null>
}

/** The events of applications, and the dispatcher of this process. */
export const webhooksModule = defineModule({
  name: 'webhooks',
  settings: webhooksSettings,
  open({ calls, newEvents, applicationChanges, ...platform }: Needs, settings) {
    const { applicationById } = calls
    const dispatcher = openDispatcher(
      {
        ...platform,
        applicationById,
        renderEvents: (application, rows) => renderEvents(application, rows, calls),
      },
      settings,
    )
    const due = createDueAnnouncer(platform.pool, throttledErrorLog('webhooks', platform))
    newEvents.subscribe(platform.role === 'api' ? due.announce : dispatcher.wake)
    applicationChanges.subscribe(dispatcher.forget)
    return {
      provides: { webhookPolicies: webhookPolicies(settings.sandboxWebhooksAllowLoopback) },
      endpoints: eventEndpoints(calls),
      metrics: [backlogMetrics(platform)],
      work: dispatcher.start,
      async stop() {
        await due.idle()
        await dispatcher.stop()
      },
    }
  },
})
