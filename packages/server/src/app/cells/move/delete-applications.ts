import type pg from 'pg'
import { movedTables, rowsOf } from './moved-tables.ts'
import { childrenFirst, parentsOf } from './table-order.ts'

/** Deletes rows from some of the moved tables. */
export const deleteApplications = async (
  client: pg.PoolClient,
  some: readonly string[],
  owners: readonly string[],
): Promise<void> => {
  for (const table of childrenFirst(await parentsOf(client), some))
    await client.query(`delete from ${table} where ${rowsOf(table, '$1')}`, [owners])
}

/** The tables and partitions that have such rows, in the order in which they can be deleted. */
export const tablesWithRows = async (client: pg.PoolClient, owners: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const table of childrenFirst(await parentsOf(client), movedTables)) {
    const { rows } = await client.query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from ${table} where ${rowsOf(table, '$1')}`,
      [owners],
    )
    found.push(...rows.map(({ name }) => name))
  }
  return found
}

/** How many rows a transaction deletes. */
export const rowsOfTurn = 5_000

/** Deletes some rows from a table or a partition. Returns how many. */
export const deleteSome = async (
  client: pg.PoolClient,
  table: string,
  owners: readonly string[],
): Promise<number> => {
  const { rowCount } = await client.query(
    `delete from ${table} where ${rowsOf(table, '$1')}
     and ctid = any(array(select ctid from ${table} where ${rowsOf(table, '$1')} limit $2))`,
    [owners, rowsOfTurn],
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
