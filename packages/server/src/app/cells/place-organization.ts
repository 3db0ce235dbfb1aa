import { type IdSource, Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction, tables, tenantColumn } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { cellOfOrganization } from '../../gateway/acts/index.ts'
import { lockWallet } from '../../money/billing/index.ts'
import { passFence } from './move/fence.ts'
import { isPartitioned, movedTables, rowsOf } from './move/moved-tables.ts'

/*
 * The rows of an organization are written to the cell first. Then one transaction of home deletes them and names the cell. If a process
 * ends in between, home has everything still, and the rows of the cell are written again by the next attempt.
 */

/** `applications` is first, because others have a foreign key to it. */
const placedTables = movedTables.filter((table) => !isPartitioned(table))

/** Their rows are the history of calls. An organization with such a row stays where it is. */
const historyTables = Object.entries(tables).flatMap(([table, entry]) =>
  entry.kind.kind === 'tenant' && entry.partition !== undefined ? [table] : [],
)

export type Placement = { organizationId: string; cell: string; nowMs: number; newId: IdSource }

/** In a transaction of the owner of home. Returns the number of applications. */
export const placeWithin = async (
  home: pg.PoolClient,
  cellOwner: pg.Pool,
  { organizationId, cell, nowMs, newId }: Placement,
): Promise<number> => {
  await requireNoProcess(home, refuse)
  const applicationIds = await lockApplications(home, organizationId)
  // A command on the money waits, and is refused in home after the commit.
  await lockWallet(home, organizationId, { newId, nowMs })
  const owners = [organizationId, ...applicationIds]
  await requireNoHistory(home, applicationIds, 'One of its applications has made calls.')
  await requireCopy(cellOwner, organizationId)
  await inTransaction(cellOwner, async (client) => {
    // Home was restored to a time before an earlier placement.
    await requireNoHistory(client, applicationIds, 'The cell has calls of one of its applications.')
    await deleteRows(client, organizationId, owners)
    for (const table of placedTables) await copyRows(home, client, table, owners)
  })
  await home.query(
    `insert into placed_keys (api_key, application_id, cell)
     select api_key, application_id, $2 from api_keys where application_id = any($1)`,
    [applicationIds, cell],
  )
  await home.query(
    'insert into placed_organizations (organization_id, cell, placed_at, with_money) values ($1, $2, $3, true)',
    [organizationId, cell, new Date(nowMs)],
  )
  await deleteRows(home, organizationId, owners)
  return applicationIds.length
}

/** A row with a file has some ten megabytes as text. */
const batchSize = 10

const copyRows = async (
  home: pg.PoolClient,
  client: pg.PoolClient,
  table: string,
  owners: readonly string[],
): Promise<void> => {
  await home.query(
    `declare placed_rows cursor for select row_to_json(t)::text as content from ${table} t where ${rowsOf(table, '$1')}`,
    [owners],
  )
  for (;;) {
    const { rows } = await home.query<{ content: string }>(`fetch ${batchSize} from placed_rows`)
    if (rows.length === 0) break
    await client.query(
      `insert into ${table} overriding system value
       select r.* from unnest($1::text[]) as content, json_populate_record(null::${table}, content::json) r`,
      [rows.map(({ content }) => content)],
    )
  }
  await home.query('close placed_rows')
}

const deleteRows = async (
  client: pg.PoolClient,
  organizationId: string,
  owners: readonly string[],
): Promise<void> => {
  // Approved payments are deleted in no other way.
  await passFence(client, organizationId)
  for (const table of placedTables.toReversed())
    await client.query(`delete from ${table} where ${rowsOf(table, '$1')}`, [owners])
}

const refuse = (why: string): Refusal => new Refusal('organization_not_placed', why)

/** A call under way would write its rows to home. */
export const requireNoProcess = async (
  home: pg.PoolClient,
  refusal: (why: string) => Refusal,
): Promise<void> => {
  const { rowCount } = await home.query(
    `select from list_followers where seen_at > now() - interval '1 minute' limit 1`,
  )
  if (rowCount !== 0) throw refusal('A process of the server runs, or ended less than a minute ago.')
}

const lockApplications = async (home: pg.PoolClient, organizationId: string): Promise<string[]> => {
  const { rowCount: exists } = await home.query(
    'select from organizations where organization_id = $1 for update',
    [organizationId],
  )
  if (exists === 0) throw new Refusal('organization_not_found')
  const cell = await cellOfOrganization(home, organizationId)
  if (cell !== null) throw refuse(`The organization is in the cell ${cell}.`)
  const { rows } = await home.query<{ application_id: string }>(
    'select application_id from applications where organization_id = $1 for update',
    [organizationId],
  )
  return rows.map(({ application_id }) => application_id)
}

const requireNoHistory = async (
  client: pg.PoolClient,
  applicationIds: readonly string[],
  otherwise: string,
): Promise<void> => {
  for (const table of historyTables) {
    const { rowCount } = await client.query(`select from ${table} where ${tenantColumn} = any($1) limit 1`, [
      applicationIds,
    ])
    if (rowCount !== 0) throw refuse(otherwise)
  }
}

export const hasOrganizations = async (home: Pick<pg.Pool, 'query'>, cell: string): Promise<boolean> => {
  const { rowCount } = await home.query('select from placed_organizations where cell = $1 limit 1', [cell])
  return rowCount !== 0
}

const requireCopy = async (cellOwner: pg.Pool, organizationId: string): Promise<void> => {
  const { rowCount } = await cellOwner.query('select from organizations where organization_id = $1', [
    organizationId,
  ])
  if (rowCount === 0) throw refuse('The cell has no copy of the organization yet.')
}
