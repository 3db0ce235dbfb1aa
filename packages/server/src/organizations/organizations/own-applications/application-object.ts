import type { Purpose, Scope } from '@nani/contract'
import type { ConsoleApplication } from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { movedMeanwhile } from '../../../gateway/acts/index.ts'
import type { ApplicationSettings } from '../application-settings.ts'

export type OwnApplicationRow = Pick<
  ApplicationSettings,
  | 'name'
  | 'environment'
  | 'services'
  | 'approved_services'
  | 'scopes'
  | 'purposes'
  | 'ip_allowlist'
  | 'burst_per_second'
  | 'quotas'
  | 'batch_items_per_day'
  | 'redirect_uris'
> & {
  application_id: string
  organization_id: string
  counterpart_id: string | null
  proposed_name: string | null
  logo_hash: string | null
  proposed_logo_hash: string | null
  selected_scopes: Scope[] | null
  selected_purposes: Purpose[] | null
  approved_scopes: Scope[]
  approved_purposes: Purpose[]
  production_status: ConsoleApplication['production_status']
  created_at: Date
  version: number
  api_key: string | null
  overlapping: { api_key: string; ends_at: string }[]
  /** Its rows are in another database now. What is here still is not all of them. */
  has_moved: boolean
}

/** Applications with their current key, and the earlier keys that still work. */
export const ownApplicationSelection = `
  select a.application_id, a.organization_id, a.environment, a.counterpart_id, a.name, a.proposed_name, a.logo_hash,
    a.proposed_logo_hash, a.services, a.approved_services, a.scopes, a.purposes, a.selected_scopes,
    a.selected_purposes, a.approved_scopes, a.approved_purposes, a.ip_allowlist, a.redirect_uris,
    a.burst_per_second, a.quotas, a.batch_items_per_day, a.production_status, a.created_at, a.version,
    (select k.api_key from api_keys k where k.application_id = a.application_id and k.revoked_at is null
     order by k.created_at desc limit 1) as api_key,
    coalesce((select json_agg(json_build_object('api_key', k.api_key, 'ends_at', k.revoked_at) order by k.revoked_at)
     from api_keys k where k.application_id = a.application_id and k.revoked_at > now()), '[]') as overlapping,
    exists (select from move_fences f where f.organization_id = a.organization_id and f.moved_at is not null) as has_moved
  from applications a`

type OfOwn = Pick<OwnApplicationRow, 'application_id' | 'environment' | 'counterpart_id' | 'has_moved'>

/** What readings about an application of the organization need of it. A foreign one is missing. */
export const requireOwnApplication = async (
  database: Database,
  { organization_id, application_id }: { organization_id: string; application_id: string },
): Promise<OfOwn> => {
  const { rows } = await database.query<OfOwn>({
    name: 'of-own-application',
    text: `select application_id, environment, counterpart_id, exists (
        select from move_fences where organization_id = $2 and moved_at is not null) as has_moved
      from applications where application_id = $1 and organization_id = $2`,
    values: [application_id, organization_id],
  })
  return presentHere(rows[0])
}

const presentHere = <Row extends { has_moved: boolean }>(row: Row | undefined): Row => {
  if (!row) throw new Refusal('application_not_found', 'There is no such application.')
  if (row.has_moved) throw movedMeanwhile()
  return row
}

/** The same with all that its people see. */
export const readOwnApplication = async (
  database: Database,
  { organization_id, application_id }: { organization_id: string; application_id: string },
): Promise<OwnApplicationRow> => {
  const { rows } = await database.query<OwnApplicationRow>({
    name: 'own-application',
    text: `${ownApplicationSelection} where a.application_id = $1 and a.organization_id = $2`,
    values: [application_id, organization_id],
  })
  return presentHere(rows[0])
}

/** The same with its row locked until the transaction ends. */
export const lockOwnApplication = async (
  client: Database,
  own: { organization_id: string; application_id: string },
): Promise<OwnApplicationRow> => {
  await client.query(
    'select from applications where application_id = $1 and organization_id = $2 for update',
    [own.application_id, own.organization_id],
  )
  return readOwnApplication(client, own)
}

export const applicationObject = (row: OwnApplicationRow): ConsoleApplication => ({
  object: 'application',
  id: row.application_id,
  organization_id: row.organization_id,
  environment: row.environment,
  counterpart_id: row.counterpart_id,
  name: row.name,
  proposed_name: row.proposed_name,
  logo_hash: row.logo_hash,
  proposed_logo_hash: row.proposed_logo_hash,
  services: row.services,
  approved_services: row.approved_services,
  scopes: row.selected_scopes ?? row.scopes,
  scopes_in_force: row.scopes,
  purposes: row.selected_purposes ?? row.purposes,
  purposes_in_force: row.purposes,
  ip_allowlist: row.ip_allowlist,
  redirect_uris: row.redirect_uris,
  burst_per_second: row.burst_per_second,
  quotas: row.quotas,
  batch_items_per_day: row.batch_items_per_day,
  production_status: row.production_status,
  api_key: row.api_key,
  overlapping_keys: row.overlapping.map(({ api_key, ends_at }) => ({
    api_key,
    ends_at: rfc3339(new Date(ends_at).getTime()),
  })),
  created_at: rfc3339(row.created_at.getTime()),
  version: row.version,
})
