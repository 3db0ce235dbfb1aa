import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction, listenTo } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { cellOfOrganization } from '../../gateway/acts/index.ts'

/** The name of home among the databases that an organization can be in. No cell has it. */
export const home = 'home'

/** Announces that an organization or a key got a place. */
export const channel = 'nani_cells'

/** Runs `follow` when an organization got another place, and after each new connection. */
export const listenToPlaces = (
  connectionString: string,
  follow: () => unknown,
): Promise<{ stop(): Promise<void> }> => listenTo(connectionString, channel, () => void follow())

/** Where the rows of an organization are: a cell by its name, or `home`. */
export const placeOfOrganization = async (
  database: Pick<pg.Pool, 'query'>,
  organizationId: string,
): Promise<string> => (await cellOfOrganization(database, organizationId)) ?? home

/**
 * The cell of each API key, application and organization that is not in home. `withMoney`: the organizations whose money is there too. `been`:
 * the cells in which an organization is or was.
 */
export type KnownPlaces = {
  keys: ReadonlyMap<string, string>
  applications: ReadonlyMap<string, string>
  organizations: ReadonlyMap<string, string>
  withMoney: ReadonlySet<string>
  cells: readonly string[]
  been: ReadonlyMap<string, ReadonlySet<string>>
}

export const readPlaces = async (home: Pick<pg.Pool, 'query'>): Promise<KnownPlaces> => {
  const { rows } = await home.query<{
    kind: 'key' | 'organization' | 'money' | 'been' | 'cell'
    id: string
    cell: string
    application_id: string | null
  }>(
    `select 'key' as kind, api_key as id, cell, application_id from placed_keys
     union all select 'organization', organization_id, cell, null from placed_organizations
     union all select 'money', organization_id, cell, null from placed_organizations where with_money
     union all select 'been', organization_id, cell, null from organization_cells
     union all select 'cell', name, name, null from cells`,
  )
  const been = new Map<string, Set<string>>()
  for (const { kind, id, cell } of rows)
    if (kind === 'been') been.set(id, (been.get(id) ?? new Set()).add(cell))
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted)
  return {
    keys: new Map(of('key').map(({ id, cell }) => [id, cell])),
    applications: new Map(of('key').map(({ application_id: id, cell }) => [String(id), cell])),
    organizations: new Map(of('organization').map(({ id, cell }) => [id, cell])),
    withMoney: new Set(of('money').map(({ id }) => id)),
    cells: of('cell').map(({ cell }) => cell),
    been,
  }
}

/** The organizations in a cell. */
export const organizationsIn = async (
  database: Pick<pg.Pool, 'query'>,
  cell: string,
): Promise<{ id: string; name: string }[]> => {
  const { rows } = await database.query<{ id: string; name: string }>(
    `select p.organization_id as id, o.name from placed_organizations p join organizations o using (organization_id)
     where p.cell = $1 order by 1`,
    [cell],
  )
  return rows
}

type NewPlace = {
  organizationId: string
  source: string
  target: string
  applicationIds: readonly string[]
  withMoney: boolean
  keys: readonly { api_key: string; application_id: string }[]
}

/** Home names the new place of an organization, and all processes use it. Safe to repeat. */
export const writePlace = (
  database: pg.Pool,
  { organizationId, source, target, applicationIds, withMoney, keys }: NewPlace,
): Promise<void> =>
  inTransaction(database, async (client) => {
    await client.query('select from organizations where organization_id = $1 for update', [organizationId])
    const now = await placeOfOrganization(client, organizationId)
    if (now === target) return
    if (now !== source) throw new Refusal('organization_not_moved', `The organization is in ${now}.`)
    await client.query('delete from placed_keys where application_id = any($1)', [applicationIds])
    await client.query('delete from placed_organizations where organization_id = $1', [organizationId])
    if (target !== home) {
      await client.query(
        `insert into placed_keys (api_key, application_id, cell)
         select api_key, application_id, $3 from unnest($1::text[], $2::text[]) as k(api_key, application_id)`,
        [keys.map((key) => key.api_key), keys.map((key) => key.application_id), target],
      )
      await client.query(
        `insert into placed_organizations (organization_id, cell, placed_at, with_money)
         values ($1, $2, clock_timestamp(), $3)`,
        [organizationId, target, withMoney],
      )
    }
    await client.query('select pg_notify($1, $2)', [channel, organizationId])
  })
