import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction, tables, tenantColumn } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

/*
 * The rows of an organization are written to the cell first. Then one transaction of home deletes them and names the cell. If a process
 * ends in between, home has everything still, and the rows of the cell are written again by the next attempt.
 */

/**
 * The rows of applications. The wallet of the organization stays in home: the sandbox uses no money. `applications` is first, because
 * others have a foreign key to it.
 */
const movedTables: readonly string[] = [
  'applications',
  ...Object.entries(tables).flatMap(([table, entry]) =>
    entry.kind.kind === 'tenant' && entry.partition === undefined && table !== 'applications' ? [table] : [],
  ),
]

/** Their rows are the history of calls. An organization with such a row stays where it is. */
const historyTables = Object.entries(tables).flatMap(([table, entry]) =>
  entry.kind.kind === 'tenant' && entry.partition !== undefined ? [table] : [],
)

export type Placement = { organizationId: string; cell: string; nowMs: number }

/** In a transaction of the owner of home. Returns the number of applications. */
export const placeWithin = async (
  home: pg.PoolClient,
  cellOwner: pg.Pool,
  { organizationId, cell, nowMs }: Placement,
): Promise<number> => {
  await requireNoProcess(home, refuse)
  const applicationIds = await lockApplications(home, organizationId)
  await requireNoHistory(home, applicationIds, 'One of its applications has made calls.')
  await requireCopy(cellOwner, organizationId)
  const rowsOf = new Map<string, string>()
  for (const table of movedTables) {
    const { rows } = await home.query<{ rows: string | null }>(
      `select jsonb_agg(to_jsonb(t))::text as rows from ${table} t where ${tenantColumn} = any($1)`,
      [applicationIds],
    )
    if (rows[0]?.rows) rowsOf.set(table, rows[0].rows)
  }
  await inTransaction(cellOwner, async (client) => {
    // Home was restored to a time before an earlier placement.
    await requireNoHistory(client, applicationIds, 'The cell has calls of one of its applications.')
    await deleteRows(client, applicationIds)
    for (const [table, rows] of rowsOf)
      await client.query(
        `insert into ${table} overriding system value
         select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [rows],
      )
  })
  await home.query(
    `insert into placed_keys (api_key, application_id, cell)
     select api_key, application_id, $2 from api_keys where application_id = any($1)`,
    [applicationIds, cell],
  )
  await home.query(
    'insert into placed_organizations (organization_id, cell, placed_at) values ($1, $2, $3)',
    [organizationId, cell, new Date(nowMs)],
  )
  await deleteRows(home, applicationIds)
  return applicationIds.length
}

const deleteRows = async (client: pg.PoolClient, applicationIds: readonly string[]): Promise<void> => {
  for (const table of movedTables.toReversed())
    await client.query(`delete from ${table} where ${tenantColumn} = any($1)`, [applicationIds])
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
  const { rows: placed } = await home.query<{ cell: string }>(
    'select cell from placed_organizations where organization_id = $1',
    [organizationId],
  )
  if (placed[0]) throw refuse(`The organization is in the cell ${placed[0].cell}.`)
  const { rows } = await home.query<{ application_id: string; environment: string }>(
    'select application_id, environment from applications where organization_id = $1 for update',
    [organizationId],
  )
  if (rows.some(({ environment }) => environment !== 'sandbox'))
    throw refuse('It has an application of production. Cells serve the sandbox alone.')
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

/** The cell of each API key that is not in home. */
export const readPlacedKeys = async (home: Pick<pg.Pool, 'query'>): Promise<Map<string, string>> => {
  const { rows } = await home.query<{ api_key: string; cell: string }>(
    'select api_key, cell from placed_keys',
  )
  return new Map(rows.map(({ api_key, cell }) => [api_key, cell]))
}
