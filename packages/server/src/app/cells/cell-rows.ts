import { Refusal } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'

/** `app` and `owner`: logins in the cell. `home`: the login with which the PostgreSQL of the cell reads home. */
export const cellUrls = Type.Object(
  { app: Type.String(), owner: Type.String(), home: Type.String() },
  { additionalProperties: false },
)
export type CellUrls = Static<typeof cellUrls>

/** Also a part of the name of a replication slot. */
export const cellName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,29}$' })

export type Cell = { name: string; urls: CellUrls; addedAtMs: number }

type Row = { name: string; sealed_urls: Buffer; added_at: Date }

/** What the URLs of cells are sealed under. */
export const cellsUse = 'cells'

export const readCells = async (database: Pick<pg.Pool, 'query'>, vault: Vault): Promise<Cell[]> => {
  const { rows } = await database.query<Row>('select name, sealed_urls, added_at from cells order by name')
  return rows.map((row) => cellOf(row, vault))
}

const cellOf = ({ name, sealed_urls, added_at }: Row, vault: Vault): Cell => ({
  name,
  urls: JSON.parse(vault.open(sealed_urls, name).toString('utf8')) as CellUrls,
  addedAtMs: added_at.getTime(),
})

export const findCell = async (
  database: Pick<pg.Pool, 'query'>,
  vault: Vault,
  wanted: string,
): Promise<Cell> => {
  const found = (await readCells(database, vault)).find(({ name }) => name === wanted)
  if (!found) throw cellNotFound(wanted)
  return found
}

export const cellNotFound = (name: string): Refusal =>
  new Refusal('cell_not_found', `The installation has no cell ${name}.`)

/**
 * Reads a cell, which stays as it is until the end of the transaction of the owner. `share`: others may use it meanwhile. `update`: no
 * one may.
 */
export const lockCell = async (
  client: pg.PoolClient,
  vault: Vault,
  name: string,
  strength: 'share' | 'update',
): Promise<Cell | null> => {
  const { rows } = await client.query<Row>(
    `select name, sealed_urls, added_at from cells where name = $1 for ${strength}`,
    [name],
  )
  return rows[0] ? cellOf(rows[0], vault) : null
}

/** A cell that is there gets the new URLs, for example after it moved to another server. */
export const writeCell = async (
  client: pg.PoolClient,
  vault: Vault,
  { name, urls, addedAtMs }: Cell,
): Promise<void> => {
  await client.query(
    `insert into cells (name, sealed_urls, added_at) values ($1, $2, $3)
     on conflict (name) do update set sealed_urls = excluded.sealed_urls`,
    [name, vault.seal(Buffer.from(JSON.stringify(urls)), name), new Date(addedAtMs)],
  )
}
