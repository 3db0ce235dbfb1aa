import { type Environment, eventTypes, isEventType } from '@nani/contract'
import type pg from 'pg'
import { type Clock, rfc3339 } from '../core/index.ts'
import { checkUrl, type OutboundPolicy, OutboundRefused } from '../outbound/index.ts'
import { inTransaction } from '../storage/index.ts'
import { announceChange } from './announce.ts'
import { SettingsError } from './application-settings.ts'

export type WebhookDependencies = {
  pool: pg.Pool
  clock: Clock
  policies: Record<Environment, OutboundPolicy>
}

/** Where the events of an application go. `url` is null while it has no endpoint. */
export type WebhookEndpoint = {
  application_id: string
  environment: Environment
  url: string | null
  /** Null: every type. */
  event_types: string[] | null
  /** Events that are still to be acknowledged, and when the next of them is tried. */
  waiting: number
  next_attempt_at: string | null
}

/**
 * Registers the endpoint of an application, with the types of events that it takes (null: every one), or takes
 * it away (`url` null), whereupon nothing that waits is sent any more. Throws a SettingsError that says what to
 * type instead.
 */
export const setWebhook = async (
  applicationId: string,
  url: string | null,
  types: readonly string[] | null,
  dependencies: WebhookDependencies,
): Promise<WebhookEndpoint> => {
  const { pool, clock, policies } = dependencies
  await inTransaction(pool, async (client) => {
    const environment = await environmentOf(client, applicationId)
    const now = new Date(clock.now())
    if (url === null) await removeEndpoint(client, applicationId)
    else {
      await client.query(
        `insert into webhook_endpoints (application_id, url, event_types, created_at, updated_at)
         values ($1, $2, $3, $4, $4)
         on conflict (application_id) do update
         set url = excluded.url, event_types = excluded.event_types, updated_at = excluded.updated_at`,
        [applicationId, checkedUrl(url, policies[environment]), checkedTypes(types), now],
      )
    }
    await announceChange(client, applicationId)
  })
  return showWebhook(applicationId, dependencies)
}

const removeEndpoint = async (client: pg.PoolClient, applicationId: string) => {
  await client.query('delete from webhook_endpoints where application_id = $1', [applicationId])
  await client.query(
    "update webhook_deliveries set state = 'exhausted' where application_id = $1 and state = 'scheduled'",
    [applicationId],
  )
}

const checkedUrl = (url: string, policy: OutboundPolicy): string => {
  try {
    return checkUrl(url, policy).href
  } catch (error) {
    if (error instanceof OutboundRefused)
      throw new SettingsError(`"${url}" cannot be a webhook URL. ${error.message}`)
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
    throw new SettingsError(`${what} Known: ${eventTypes.join(', ')}.`)
  }
  return [...new Set(types)]
}

const environmentOf = async (
  client: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
): Promise<Environment> => {
  const { rows } = await client.query<{ environment: Environment }>(
    'select environment from applications where application_id = $1',
    [applicationId],
  )
  if (!rows[0])
    throw new SettingsError(`There is no application ${applicationId}; see nani applications list.`)
  return rows[0].environment
}

/** The endpoint of an application, and what waits for it. */
export const showWebhook = async (
  applicationId: string,
  { pool }: Pick<WebhookDependencies, 'pool'>,
): Promise<WebhookEndpoint> => {
  const environment = await environmentOf(pool, applicationId)
  const endpoint = await pool.query<{ url: string; event_types: string[] | null }>(
    'select url, event_types from webhook_endpoints where application_id = $1',
    [applicationId],
  )
  const waiting = await pool.query<{ count: number; next: Date | null }>(
    `select count(*), min(next_attempt_at) as next from webhook_deliveries
     where application_id = $1 and state = 'scheduled'`,
    [applicationId],
  )
  const { url = null, event_types = null } = endpoint.rows[0] ?? {}
  const { count, next } = waiting.rows[0] as { count: number; next: Date | null }
  return {
    application_id: applicationId,
    environment,
    url,
    event_types,
    waiting: Number(count),
    next_attempt_at: next && rfc3339(next.getTime()),
  }
}
