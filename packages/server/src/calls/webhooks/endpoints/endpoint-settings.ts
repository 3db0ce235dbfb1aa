import { type Environment, eventTypes, isEventType } from '@nani/contract'
import { type Clock, OperatorError, rfc3339 } from '@nani/foundation/core/index.ts'
import { checkUrl, type OutboundPolicy, OutboundRefused } from '@nani/foundation/outbound/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { changeCase } from '../../../app/audit/index.ts'
import { endDeliveries } from '../../outbox/index.ts'

export type WebhookDependencies = {
  pool: pg.Pool
  clock: Clock
  policies: Record<Environment, OutboundPolicy>
}

/** The endpoint of an application. `url` is null when it has none. */
export type WebhookEndpoint = {
  application_id: string
  environment: Environment
  url: string | null
  /** Null: every type. */
  event_types: string[] | null
  /** The number of events that are not acknowledged yet, and the time of the next attempt. */
  waiting: number
  next_attempt_at: string | null
}

/** `url` null removes the endpoint. `types` null stands for every type of event. */
export type EndpointChange = { applicationId: string; url: string | null; types: readonly string[] | null }

/** Registers or removes the endpoint of an application. Events that wait for a removed endpoint are not sent. */
export const setWebhook = changeCase({
  action: 'webhooks.set',
  permission: { operator: ['supervisor'] },
  async change(client, { applicationId, url, types }: EndpointChange, platform: WebhookDependencies) {
    const { clock, policies } = platform
    const before = await showWebhook(applicationId, { pool: client })
    const now = new Date(clock.now())
    if (url === null) await removeEndpoint(client, applicationId)
    else {
      await client.query(
        `insert into webhook_endpoints (application_id, url, event_types, created_at, updated_at)
         values ($1, $2, $3, $4, $4)
         on conflict (application_id) do update
         set url = excluded.url, event_types = excluded.event_types, updated_at = excluded.updated_at`,
        [applicationId, checkedUrl(url, policies[before.environment]), checkedTypes(types), now],
      )
    }
    await announceChange(client, applicationId)
    const result = await showWebhook(applicationId, { pool: client })
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
      throw new OperatorError(
        'webhook_endpoint_invalid',
        `"${url}" cannot be a webhook URL. ${error.message}`,
      )
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
    throw new OperatorError('webhook_endpoint_invalid', `${what} Known: ${eventTypes.join(', ')}.`)
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
  if (!rows[0]) throw new OperatorError('application_not_found', `There is no application ${applicationId}.`)
  return rows[0].environment
}

/** The endpoint of an application, and the number of waiting events. */
export const showWebhook = async (
  applicationId: string,
  { pool }: { pool: Pick<pg.ClientBase, 'query'> },
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
