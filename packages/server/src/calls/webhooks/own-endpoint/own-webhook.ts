import { applicationId, organizationId, webhook, webhookChange } from '@nani/contract/console'
import { memberRoles, Refusal } from '@nani/foundation/core/index.ts'
import { checkUrl, OutboundRefused } from '@nani/foundation/outbound/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { requireVersion, versionInput } from '../../../gateway/acts/index.ts'
import { endDeliveries } from '../../outbox/index.ts'
import { readEndpoint } from '../endpoints/endpoint-settings.ts'
import { endpointAct, endpointReading, environmentOfOwn, type Own, requireFreshFactor } from './needs.ts'

const closed = { additionalProperties: false }
export const ownInput = { organization_id: organizationId, application_id: applicationId }
const path = '/organizations/{organization_id}/applications/{application_id}/webhook' as const
const makers = ['owner', 'administrator', 'developer'] as const

/** The endpoint with its version; null: the application has none. The caller checked whose application it is. */
const endpointOf = async (database: Database, { application_id }: Own) => {
  const { url, version, ...shown } = await readEndpoint(database, application_id)
  if (url === null || version === null) return null
  return { object: 'webhook' as const, application_id, ...shown, url, version } as Type.Static<typeof webhook>
}

const missing = () => new Refusal('webhook_endpoint_not_found', 'The application has no webhook endpoint.')

export const readOwnWebhook = endpointReading({
  name: 'webhooks.read_own',
  sentence: { en: 'Reads the webhook endpoint', fr: 'Lit le point de réception des événements' },
  actors: { member: memberRoles },
  routes: { member: `GET ${path}` },
  input: Type.Object(ownInput, closed),
  output: webhook,
  refusals: ['application_not_found', 'webhook_endpoint_not_found'],
  async read({ pool, input }) {
    await environmentOfOwn(pool, input)
    const found = await endpointOf(pool, input)
    if (!found) throw missing()
    return found
  },
})

/** Without the query of the URL, which may hold a secret of the receiver. */
const settingsOf = (found: Type.Static<typeof webhook> | null) =>
  found && { url: found.url.split('?')[0], event_types: found.event_types }

export const setOwnWebhook = endpointAct({
  name: 'webhooks.set_own',
  sentence: { en: 'Sets the webhook endpoint', fr: 'Définit le point de réception des événements' },
  actors: { member: makers },
  routes: { member: `PUT ${path}` },
  stepUpWhen: 'production',
  input: Type.Object({ ...ownInput, ...webhookChange.properties, version: versionInput }, closed),
  output: webhook,
  refusals: ['value_invalid', 'application_not_found', 'changed_meanwhile', 'second_factor_required'],
  async perform({ client, actor, input, needs, nowMs }) {
    const { organization_id, application_id, version, url, event_types = null } = input
    const environment = await lockOwn(client, input)
    requireFreshFactor(actor, environment, nowMs)
    const before = await endpointOf(client, { organization_id, application_id })
    requireVersion(version, before)
    await client.query(
      `insert into webhook_endpoints (application_id, url, event_types, created_at, updated_at)
       values ($1, $2, $3, $4, $4)
       on conflict (application_id) do update
       set url = excluded.url, event_types = excluded.event_types, updated_at = excluded.updated_at,
         version = webhook_endpoints.version + 1`,
      [application_id, checkedUrl(url, needs.policies[environment]), event_types, new Date(nowMs)],
    )
    await announceChange(client, application_id)
    if (environment === 'production') await needs.reportChange(client, { organization_id, application_id })
    const result = await endpointOf(client, { organization_id, application_id })
    if (!result) throw new Error('the endpoint that was set has no row')
    const entry = { subject: application_id, before: settingsOf(before), after: settingsOf(result) }
    return { result, entry, afterCommit: needs.wakeMail }
  },
})

/** The row of the application is locked, so that two changes happen one after the other. */
const lockOwn = async (client: pg.PoolClient, own: Own) => {
  await client.query('select from applications where application_id = $1 for update', [own.application_id])
  return environmentOfOwn(client, own)
}

const checkedUrl = (url: string, policy: Parameters<typeof checkUrl>[1]): string => {
  try {
    return checkUrl(url, policy).href
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
    throw new Refusal('value_invalid', `The URL cannot be used. ${error.message}`, {
      context: { field: 'url' },
    })
  }
}

export const removeOwnWebhook = endpointAct({
  name: 'webhooks.remove_own',
  sentence: { en: 'Removes the webhook endpoint', fr: 'Retire le point de réception des événements' },
  actors: { member: makers },
  routes: { member: `DELETE ${path}` },
  answers: 204,
  stepUpWhen: 'production',
  input: Type.Object(ownInput, closed),
  output: Type.Null(),
  refusals: ['application_not_found', 'webhook_endpoint_not_found', 'second_factor_required'],
  async perform({ client, actor, input, needs, nowMs }) {
    const environment = await lockOwn(client, input)
    requireFreshFactor(actor, environment, nowMs)
    const before = await endpointOf(client, input)
    if (!before) throw missing()
    await client.query('delete from webhook_endpoints where application_id = $1', [input.application_id])
    await endDeliveries(client, input.application_id)
    await announceChange(client, input.application_id)
    if (environment === 'production') await needs.reportChange(client, input)
    return {
      result: null,
      entry: { subject: input.application_id, before: settingsOf(before) },
      afterCommit: needs.wakeMail,
    }
  },
})
