import { nearestName, Refusal } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { requireNotHeld } from './held-cells.ts'

/** `app` and `owner`: logins in the cell. `home`: the login with which the PostgreSQL of the cell reads home. */
export const cellUrls = Type.Object(
  { app: Type.String(), owner: Type.String(), home: Type.String() },
  { additionalProperties: false },
)
export type CellUrls = Static<typeof cellUrls>

/** Also a part of the name of a replication slot. `home` is the name of home. */
export const cellName = Type.String({ pattern: '^(?!home$)[a-z][a-z0-9_]{0,29}$' })

export type Cell = { name: string; urls: CellUrls; addedAtMs: number }

type Row = { name: string; sealed_urls: Buffer; added_at: Date }

/** What the URLs of cells are sealed under. */
export const cellsUse = 'cells'

export const readCells = async (database: Pick<pg.Pool, 'query'>, vault: Vault): Promise<Cell[]> => {
  const { rows } = await database.query<Row>('select name, sealed_urls, added_at from cells order by name')
  return rows.map((row) => cellOf(row, vault))
}

/** `added_at_ms`: the name of its log has it, so that no one may change it. A row of an earlier release does not have it sealed. */
type Sealed = CellUrls & { added_at_ms?: number }

const cellOf = ({ name, sealed_urls, added_at }: Row, vault: Vault): Cell => {
  const text = vault.open(sealed_urls, name).toString('utf8')
  const { added_at_ms: addedAtMs = added_at.getTime(), ...urls } = JSON.parse(text) as Sealed
  return { name, urls, addedAtMs }
}

export const findCell = async (
  database: Pick<pg.Pool, 'query'>,
  vault: Vault,
  wanted: string,
): Promise<Cell> => {
  const cells = await readCells(database, vault)
  const found = cells.find(({ name }) => name === wanted)
  if (!found)
    throw cellNotFound(
      wanted,
      cells.map(({ name }) => name),
    )
  return found
}

/** `known`: the names of the cells, of which the most similar one is named. */
export const cellNotFound = (name: string, known: readonly string[] = []): Refusal => {
  const nearest = nearestName(name, known)
  const hint = nearest === null ? '' : ` The most similar one is ${nearest}.`
  return new Refusal('cell_not_found', `The installation has no cell ${name}.${hint}`)
}

/** The cells that are not left out. A name that home does not list is refused. */
export const cellsWithout = <One extends Pick<Cell, 'name'>>(
  cells: readonly One[],
  leftOut: readonly string[],
): One[] => {
  const names = cells.map(({ name }) => name)
  const unknown = leftOut.find((name) => !names.includes(name))
  if (unknown !== undefined) throw cellNotFound(unknown, names)
  return cells.filter(({ name }) => !leftOut.includes(name))
}

/** Whether home lists a cell. An older schema has no such list. */
export const listsCells = async (home: pg.Pool): Promise<boolean> => {
  const { rows } = await home.query<{ found: boolean }>(`select to_regclass('cells') is not null as found`)
  return rows[0]?.found === true && (await home.query('select from cells limit 1')).rowCount !== 0
}

/**
 * Reads a cell, which stays as it is until the end of the transaction of the owner. `update`: no one else may use it meanwhile.
 * `share`: others may. `key share`: it may be drained meanwhile, and is not removed.
 */
export const lockCell = async (
  client: Pick<pg.ClientBase, 'query'>,
  vault: Vault,
  name: string,
  strength: 'key share' | 'no key update' | 'share' | 'update',
): Promise<Cell | null> => {
  const { rows } = await client.query<Row>(
    `select name, sealed_urls, added_at from cells where name = $1 for ${strength}`,
    [name],
  )
  return rows[0] ? cellOf(rows[0], vault) : null
}

/** The same, where home must list the cell. Throws `cell_not_found` with the most similar name. */
export const requireCell = async (
  ...[client, vault, name, strength]: Parameters<typeof lockCell>
): Promise<Cell> => {
  const cell = await lockCell(client, vault, name, strength)
  if (cell) return cell
  const known = await readCells(client, vault)
  throw cellNotFound(
    name,
    known.map((one) => one.name),
  )
}

/** The caller has locked the row of the cell. */
export const requireNotDrained = async (
  client: Pick<pg.ClientBase, 'query'>,
  name: string,
): Promise<void> => {
  const { rowCount } = await client.query('select from cells where name = $1 and drained_at is not null', [
    name,
  ])
  if (rowCount !== 0)
    throw new Refusal('cell_in_use', `The cell ${name} is being drained.`, {
      next: 'Choose another cell, or end the draining.',
    })
  await requireNotHeld(client, name)
}

type Use = { organizations: number; draining: boolean }

/** How many organizations are in each cell, and whether it is being drained. */
export const readUses = async (database: Pick<pg.Pool, 'query'>): Promise<Map<string, Use>> => {
  const { rows } = await database.query<Use & { name: string }>(
    `select c.name, c.drained_at is not null as draining, count(p.cell)::int as organizations
     from cells c left join placed_organizations p on p.cell = c.name group by c.name`,
  )
  return new Map(rows.map(({ name, ...use }) => [name, use]))
}

/** A cell that is there gets the new URLs and is not held any more, for example after it moved to another server. */
export const writeCell = async (
  client: pg.PoolClient,
  vault: Vault,
  { name, urls, addedAtMs }: Cell,
): Promise<void> => {
  const sealed: Sealed = { ...urls, added_at_ms: addedAtMs }
  await client.query(
    `insert into cells (name, sealed_urls, added_at) values ($1, $2, $3)
     on conflict (name) do update set sealed_urls = excluded.sealed_urls, held_until = null`,
    [name, vault.seal(Buffer.from(JSON.stringify(sealed)), name), new Date(addedAtMs)],
  )
}
