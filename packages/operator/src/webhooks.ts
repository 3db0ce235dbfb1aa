import { printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  listDeliveries,
  sendEventAgain,
  sendEventsAgain,
  setWebhook,
  showWebhook,
  type WebhookDependencies,
  webhookAnswersVault,
  webhookPolicies,
} from '@nani/server/calls/webhooks/index.ts'
import { findDemoApplication } from '@nani/server/organizations/organizations/index.ts'
import { type Installation, withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'
import { readSince } from './since.ts'
import { deliveriesText, endpointText } from './webhook-text.ts'

export type WebhookOptions = { json?: boolean; application?: string; as?: string }

type Use<Answer> = (
  applicationId: string,
  dependencies: WebhookDependencies,
  installation: Installation,
) => Promise<Answer>

const withApplication = <Answer>(
  options: WebhookOptions,
  terminal: Terminal,
  use: Use<Answer>,
): Promise<Answer> =>
  withInstallation(terminal, async (installation) => {
    const applicationId = options.application ?? (await demoApplication(installation))
    const policies = webhookPolicies(installation.config.sandboxWebhooksAllowLoopback)
    return use(applicationId, { ...installation, policies }, installation)
  })

const demoApplication = async (installation: Installation): Promise<string> => {
  const demo = await findDemoApplication('sandbox', installation)
  if (demo) return demo.application_id
  throw new Refusal('application_not_named', 'This installation has no demo application.')
}

const print = (value: object, text: string, options: WebhookOptions, terminal: Terminal) => {
  if (options.json) printJson(terminal, value)
  else terminal.out(text)
}

/** `nani webhooks set URL`. */
export const set = async (
  url: string,
  options: WebhookOptions & { events?: string[] },
  terminal: Terminal,
) => {
  const endpoint = await withApplication(options, terminal, (applicationId, dependencies) =>
    setWebhook(
      operatorOf(options, terminal),
      { application_id: applicationId, url, event_types: options.events ?? null },
      dependencies,
    ),
  )
  print(endpoint, endpointText(endpoint, terminal), options, terminal)
}

/** `nani webhooks show`. */
export const show = async (options: WebhookOptions, terminal: Terminal) => {
  const endpoint = await withApplication(options, terminal, (application_id, dependencies) =>
    showWebhook(operatorOf(options, terminal), { application_id }, dependencies),
  )
  print(endpoint, endpointText(endpoint, terminal), options, terminal)
}

/** `nani webhooks remove`. */
export const remove = async (options: WebhookOptions, terminal: Terminal) => {
  const endpoint = await withApplication(options, terminal, (applicationId, dependencies) =>
    setWebhook(
      operatorOf(options, terminal),
      { application_id: applicationId, url: null, event_types: null },
      dependencies,
    ),
  )
  print(endpoint, endpointText(endpoint, terminal), options, terminal)
}

const maxListed = 500

/** `nani webhooks deliveries`. */
export const deliveries = async (options: WebhookOptions & { limit: number }, terminal: Terminal) => {
  const limit = Math.min(options.limit, maxListed)
  const data = await withApplication(options, terminal, (application_id, { pool, clock }, installation) =>
    listDeliveries(
      operatorOf(options, terminal),
      { application_id, limit },
      { pool, clock, answersVault: webhookAnswersVault(installation) },
    ),
  )
  print({ object: 'list', data }, deliveriesText(data, terminal), options, terminal)
}

/** `nani webhooks resend EVENT`. */
export const resend = async (eventId: string, options: WebhookOptions, terminal: Terminal) => {
  await withApplication(options, terminal, (applicationId, dependencies) =>
    sendEventAgain(
      operatorOf(options, terminal),
      { application_id: applicationId, event_id: eventId },
      dependencies,
    ),
  )
  print(
    { event_id: eventId, scheduled: 1 },
    `${eventId} is sent again; see nani webhooks deliveries.\n`,
    options,
    terminal,
  )
}

/** `nani webhooks replay --since WHEN`. */
export const replay = async (options: WebhookOptions & { since: string }, terminal: Terminal) => {
  const replayed = await withApplication(options, terminal, (applicationId, dependencies) =>
    sendEventsAgain(
      operatorOf(options, terminal),
      { application_id: applicationId, since_ms: readSince(options.since, dependencies.clock.now()) },
      dependencies,
    ),
  )
  const text = `${replayed.scheduled} events since ${replayed.since} are sent again.\n`
  print(replayed, text, options, terminal)
}
