import { type Environment, environments, eventTypes, isEventType } from '@nani/contract'
import { type Clock, operatorRoles, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { checkUrl, type OutboundPolicy, OutboundRefused } from '@nani/foundation/outbound/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActContext, defineAct, defineReading } from '../../../gateway/acts/index.ts'
import { endDeliveries } from '../../outbox/index.ts'

export type WebhookDependencies = {
  pool: pg.Pool
  clock: Clock
  policies: Record<Environment, OutboundPolicy>
}

/** The endpoint of an application. `url` is null when it has none. */
export const webhookEndpoint = Type.Object({
  application_id: Type.String(),
  environment: Type.Enum([...environments]),
  url: Type.Union([Type.String(), Type.Null()]),
  /** Null: every type. */
  event_types: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /** The number of events that are not acknowledged yet, and the time of the next attempt. */
  waiting: Type.Integer(),
  next_attempt_at: Type.Union([Type.String(), Type.Null()]),
})
export type WebhookEndpoint = Static<typeof webhookEndpoint>

const ofApplication = { application_id: Type.String({ minLength: 1, maxLength: 64 }) }

/** `url` null removes the endpoint. `event_types` null: every type of event. */
const endpointChange = Type.Object(
  {
    ...ofApplication,
    url: Type.Union([Type.String({ maxLength: 2_048 }), Type.Null()]),
    event_types: Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 }), Type.Null()]),
  },
  { additionalProperties: false },
)
type EndpointChange = Static<typeof endpointChange>

/** Registers or removes the endpoint of an application. Events that wait for a removed endpoint are not sent. */
export const setWebhook = defineAct({
  name: 'webhooks.set',
  sentence: { en: 'Sets the webhook of an application', fr: 'Définit le webhook d’une application' },
  actors: { operator: ['supervisor'] },
  input: endpointChange,
  output: webhookEndpoint,
  refusals: ['application_not_found', 'webhook_endpoint_invalid'],
  async perform({ client, input, needs, nowMs }: ActContext<EndpointChange, WebhookDependencies>) {
    const { application_id: applicationId, url, event_types: types } = input
    const before = await readWebhook(client, applicationId)
    const now = new Date(nowMs)
    if (url === null) await removeEndpoint(client, applicationId)
    else {
      await client.query(
        `insert into webhook_endpoints (application_id, url, event_types, created_at, updated_at)
         values ($1, $2, $3, $4, $4)
         on conflict (application_id) do update
         set url = excluded.url, event_types = excluded.event_types, updated_at = excluded.updated_at`,
        [applicationId, checkedUrl(url, needs.policies[before.environment]), checkedTypes(types), now],
      )
    }
    await announceChange(client, applicationId)
    const result = await readWebhook(client, applicationId)
    const entry = { subject: applicationId, before: settingsOf(before), after: settingsOf(result) }
    return { result, entry }
  },
})

/** Without the query of the URL, which may hold a secret of the receiver. */
const settingsOf = ({ url, event_types }: WebhookEndpoint) => ({
  url: url?.split('?')[0] ?? null,
  event_types,
})

const removeEndpoint = async (client: pg.PoolClient, applicationId: string) => {
  await client.query('delete from webhook_endpoints where application_id = $1', [applicationId])
  await endDeliveries(client, applicationId)
}

const checkedUrl = (url: string, policy: OutboundPolicy): string => {
  try {
    return checkUrl(url, policy).href
  } catch (error) {
    if (error instanceof OutboundRefused)
      throw new Refusal('webhook_endpoint_invalid', `"${url}" cannot be a webhook URL. ${error.message}`)
    throw error
  }
}

const checkedTypes = (types: readonly string[] | null): string[] | null => {
  if (types === null) return null
  const unknown = types.find((type) => !isEventType(type))
  if (unknown !== undefined || types.length === 0) {
    const what =
      unknown === undefined
        ? 'Name at least one event type, or none for all.'
        : `Unknown event type "${unknown}".`
    throw new Refusal('webhook_endpoint_invalid', `${what} Known: ${eventTypes.join(', ')}.`)
  }
  return [...new Set(types)]
}

const environmentOf = async (client: Database, applicationId: string): Promise<Environment> => {
  const { rows } = await client.query<{ environment: Environment }>(
    'select environment from applications where application_id = $1',
    [applicationId],
  )
  if (!rows[0]) throw new Refusal('application_not_found', `There is no application ${applicationId}.`)
  return rows[0].environment
}

export const showWebhook = defineReading({
  name: 'webhooks.show',
  sentence: { en: 'Shows the webhook of an application', fr: 'Montre le webhook d’une application' },
  actors: { operator: [...operatorRoles] },
  input: Type.Object(ofApplication, { additionalProperties: false }),
  output: webhookEndpoint,
  refusals: ['application_not_found'],
  read: ({ pool, input }) => readWebhook(pool, input.application_id),
})

/** The endpoint of an application with its environment. */
export const readWebhook = async (database: Database, applicationId: string): Promise<WebhookEndpoint> => {
  const environment = await environmentOf(database, applicationId)
  const { version: _, ...endpoint } = await readEndpoint(database, applicationId)
  return { application_id: applicationId, environment, ...endpoint }
}

/** The endpoint, and the number of waiting events. `version` is null when there is none. */
export const readEndpoint = async (database: Database, applicationId: string) => {
  const endpoint = await database.query<{ url: string; event_types: string[] | null; version: number }>(
    'select url, event_types, version from webhook_endpoints where application_id = $1',
    [applicationId],
  )
  const waiting = await database.query<{ count: number; next: Date | null }>(
    `select count(*), min(next_attempt_at) as next from webhook_deliveries
     where application_id = $1 and state = 'scheduled'`,
    [applicationId],
  )
  const { url = null, event_types = null, version = null } = endpoint.rows[0] ?? {}
  const { count, next } = waiting.rows[0] as { count: number; next: Date | null }
  return {
    ...{ url, event_types, version },
    waiting: Number(count),
    next_attempt_at: next && rfc3339(next.getTime()),
  }
}

/** The address of the endpoint; null: the application has none. */
export const readEndpointUrl = async (database: Database, applicationId: string): Promise<string | null> => {
  const { rows } = await database.query<{ url: string }>(
    'select url from webhook_endpoints where application_id = $1',
    [applicationId],
  )
  return rows[0]?.url ?? null
}
