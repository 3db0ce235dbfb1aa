import { type Config, errorLine } from './core/index.ts'
import {
  createDispatcher,
  type DeliveryDependencies,
  type Dispatcher,
  renderEvents,
  webhookPolicies,
} from './delivery/index.ts'
import type { Foundation } from './foundation.ts'
import { type OutboundPolicy, openConnections, systemLookup } from './outbound/index.ts'

/** What endpoints answer is sealed under keys of this use. */
export const webhookAnswersVault = (foundation: Pick<Foundation, 'vaultFor'>) =>
  foundation.vaultFor('webhook-answers')

const quietMs = 10_000

/** The dispatcher of this process, with the connections that it sends through. Not yet started. */
export const openWebhooks = (
  config: Config,
  foundation: Foundation,
  dependencies: DeliveryDependencies,
  log: (line: string) => void,
): Dispatcher => {
  const { pool, clock, newId } = foundation
  const policies = webhookPolicies(config.sandboxWebhooksAllowLoopback)
  const lookup = systemLookup()
  const connect = (policy: OutboundPolicy) => openConnections({ policy, lookup, clock })
  let lastLoggedMs = Number.NEGATIVE_INFINITY
  return createDispatcher({
    pool,
    clock,
    newId,
    answersVault: webhookAnswersVault(foundation),
    connections: { sandbox: connect(policies.sandbox), production: connect(policies.production) },
    renderEvents: (application, rows) => renderEvents(application, rows, dependencies),
    applicationById: dependencies.applicationById,
    onError(error) {
      // It looks twice a second: a database that is away is told of once in a while.
      if (clock.now() - lastLoggedMs < quietMs) return
      lastLoggedMs = clock.now()
      log(`webhooks: ${errorLine(error)}`)
    },
  })
}
