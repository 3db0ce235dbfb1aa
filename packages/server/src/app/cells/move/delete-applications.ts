import { tenantColumn } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { movedTables } from './moved-tables.ts'
import { childrenFirst, parentsOf } from './table-order.ts'

/** Deletes rows of applications from some of the moved tables. */
export const deleteApplications = async (
  client: pg.PoolClient,
  some: readonly string[],
  applicationIds: readonly string[],
): Promise<void> => {
  for (const table of childrenFirst(await parentsOf(client), some))
    await client.query(`delete from ${table} where ${tenantColumn} = any($1)`, [applicationIds])
}

/** The tables and partitions that have rows of applications, in the order in which they can be deleted. */
export const tablesWithRows = async (
  client: pg.PoolClient,
  applicationIds: readonly string[],
): Promise<string[]> => {
  const found: string[] = []
  for (const table of childrenFirst(await parentsOf(client), movedTables)) {
    const { rows } = await client.query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from ${table} where ${tenantColumn} = any($1)`,
      [applicationIds],
    )
    found.push(...rows.map(({ name }) => name))
  }
  return found
}

/** How many rows a transaction deletes. */
export const rowsOfTurn = 5_000

/** Deletes some rows of applications from a table or a partition. Returns how many. */
export const deleteSome = async (
  client: pg.PoolClient,
  table: string,
  applicationIds: readonly string[],
): Promise<number> => {
  const { rowCount } = await client.query(
    `delete from ${table} where ${tenantColumn} = any($1)
     and ctid = any(array(select ctid from ${table} where ${tenantColumn} = any($1) limit $2))`,
    [applicationIds, rowsOfTurn],
  )
  return rowCount ?? 0
}

/** Deletes some of what is kept apart of an organization that left. Returns how many rows. */
export const deleteLeft = async (client: pg.PoolClient, organizationId: string): Promise<number> => {
  const { rowCount } = await client.query(
    `delete from moved_rows where ctid = any(array(
       select ctid from moved_rows where organization_id = $1 and state <> 'arriving' limit $2))`,
    [organizationId, rowsOfTurn],
  )
  return rowCount ?? 0
}
