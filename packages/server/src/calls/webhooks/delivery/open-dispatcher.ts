import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import { type OutboundPolicy, openConnections, systemLookup } from '@nani/foundation/outbound/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { webhookPolicies } from '../endpoints/endpoint-policies.ts'
import type { WebhooksSettings } from '../settings.ts'
import { createDispatcher, type Dispatcher, type DispatcherDependencies } from './dispatcher.ts'
import { listenForDue } from './due-announcements.ts'

/** What endpoints answer is sealed under keys of this use. */
export const webhookAnswersVault = (platform: Pick<Platform, 'vaultFor'>) =>
  platform.vaultFor('webhook-answers')

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'vaultFor' | 'connectionString' | 'log'> &
  Pick<DispatcherDependencies, 'applicationById' | 'renderEvents'>

/** The dispatcher of a process. A test replaces single `parts`. */
export const openDispatcher = (
  needs: Needs,
  settings: WebhooksSettings,
  parts: Partial<DispatcherDependencies> = {},
): Dispatcher => {
  const { pool, clock, newId, log, applicationById, renderEvents } = needs
  const policies = webhookPolicies(settings.sandboxWebhooksAllowLoopback)
  const lookup = systemLookup()
  const connect = (policy: OutboundPolicy) => openConnections({ policy, lookup, clock })
  return createDispatcher({
    ...{ pool, clock, newId, applicationById, renderEvents },
    answersVault: webhookAnswersVault(needs),
    connections: { sandbox: connect(policies.sandbox), production: connect(policies.production) },
    listenForDue: (onDue) => listenForDue(needs.connectionString, onDue),
    onError: throttledErrorLog('webhooks', { clock, log }),
    ...parts,
  })
}
