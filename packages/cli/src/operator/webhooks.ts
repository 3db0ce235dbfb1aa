import { webhookPolicies } from '@nani/server/delivery/index.ts'
import { webhookAnswersVault } from '@nani/server/open-webhooks.ts'
import {
  findDemoApplication,
  listDeliveries,
  replayEvents,
  resendEvent,
  setWebhook,
  showWebhook,
  type WebhookDependencies,
} from '@nani/server/organizations/index.ts'
import { Failure } from '../failure.ts'
import { printJson, type Terminal } from '../terminal.ts'
import { type Installation, withInstallation } from './installation.ts'
import { readSince } from './since.ts'
import { deliveriesText, endpointText } from './webhook-text.ts'

export type WebhookOptions = { json?: boolean; application?: string }

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
  throw new Failure('This installation has no demo application.', 'Name one: --application app_…')
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
    setWebhook(applicationId, url, options.events ?? null, dependencies),
  )
  print(endpoint, endpointText(endpoint, terminal), options, terminal)
}

/** `nani webhooks show`. */
export const show = async (options: WebhookOptions, terminal: Terminal) => {
  const endpoint = await withApplication(options, terminal, showWebhook)
  print(endpoint, endpointText(endpoint, terminal), options, terminal)
}

/** `nani webhooks remove`. */
export const remove = async (options: WebhookOptions, terminal: Terminal) => {
  const endpoint = await withApplication(options, terminal, (applicationId, dependencies) =>
    setWebhook(applicationId, null, null, dependencies),
  )
  print(endpoint, endpointText(endpoint, terminal), options, terminal)
}

const mostListed = 500

/** `nani webhooks deliveries`. */
export const deliveries = async (options: WebhookOptions & { limit: number }, terminal: Terminal) => {
  const limit = Math.min(options.limit, mostListed)
  const data = await withApplication(options, terminal, (applicationId, { pool }, installation) =>
    listDeliveries(applicationId, { limit }, { pool, answersVault: webhookAnswersVault(installation) }),
  )
  print({ object: 'list', data }, deliveriesText(data, terminal), options, terminal)
}

/** `nani webhooks resend EVENT`. */
export const resend = async (eventId: string, options: WebhookOptions, terminal: Terminal) => {
  await withApplication(options, terminal, (applicationId, dependencies) =>
    resendEvent(applicationId, eventId, dependencies),
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
    replayEvents(applicationId, readSince(options.since, dependencies.clock.now()), dependencies),
  )
  const text = `${replayed.scheduled} events since ${replayed.since} are sent again.\n`
  print(replayed, text, options, terminal)
}
