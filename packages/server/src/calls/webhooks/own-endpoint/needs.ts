import type { Environment } from '@nani/contract'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import type { Connections, OutboundPolicy } from '@nani/foundation/outbound/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import {
  type ActNeeds,
  actsWithNeeds,
  type ListCursors,
  movedMeanwhile,
} from '../../../gateway/acts/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'

/** What the acts of an organization on its own endpoints need. */
export type OwnEndpointNeeds = ActNeeds & {
  cursors: ListCursors
  answersVault: Vault
  policies: Record<Environment, OutboundPolicy>
  connections: Record<Environment, Connections>
  applicationById(applicationId: string): Promise<Application | null>
  /** Reports a change of production to Owners and Administrators. */
  reportChange(client: pg.PoolClient, own: Own): Promise<void>
  wakeMail(): void
}

export type Own = { organization_id: string; application_id: string }

export const { act: endpointAct, reading: endpointReading } = actsWithNeeds<OwnEndpointNeeds>()

/** The environment of an application of the organization. A foreign application is missing. */
export const environmentOfOwn = async (
  database: Database,
  { organization_id, application_id }: Own,
): Promise<Environment> => {
  const { rows } = await database.query<{ environment: Environment; has_moved: boolean }>({
    name: 'environment-of-own',
    text: `select environment,
       exists (select from move_fences where organization_id = $2 and moved_at is not null) as has_moved
     from applications where application_id = $1 and organization_id = $2`,
    values: [application_id, organization_id],
  })
  if (!rows[0]) throw new Refusal('application_not_found', 'There is no such application.')
  if (rows[0].has_moved) throw movedMeanwhile()
  return rows[0].environment
}

const freshMs = 5 * 60_000

/** An address of production needs a second factor of the last five minutes (spec/organizations#people). */
export const requireFreshFactor = (actor: Actor, environment: Environment, nowMs: number): void => {
  const at = actor.kind === 'member' ? (actor.secondFactorAtMs ?? 0) : 0
  if (environment === 'production' && nowMs - at > freshMs)
    throw new Refusal(
      'second_factor_required',
      'An address of production needs a second factor of the last five minutes.',
    )
}

/** Any act on production needs a second factor. */
export const requireFactor = (actor: Actor, environment: Environment): void => {
  const hasFactor = actor.kind === 'member' && typeof actor.secondFactorAtMs === 'number'
  if (environment === 'production' && !hasFactor)
    throw new Refusal('second_factor_required', 'An act on production needs a second factor.')
}
