import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { belongsToInstallation, isSameDatabase } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

export type CellIdentity = { name: string; rootKey: Buffer }

/** Only a process with the root key of the installation can make it. */
const proofOf = ({ name, rootKey }: CellIdentity): Buffer =>
  createHmac('sha256', deriveKey(rootKey, 'cell-identity')).update(name).digest()

type Row = { name: string; proof: Buffer }

const readIdentity = async (cell: pg.Pool): Promise<Row | null> => {
  const { rows: found } = await cell.query<{ found: boolean }>(
    `select to_regclass('cell_identity') is not null as found`,
  )
  if (!found[0]?.found) return null
  return (await cell.query<Row>('select name, proof from cell_identity')).rows[0] ?? null
}

/**
 * Refuses a database that is not this cell of the installation, before anything is written to it. An unused database is accepted, if
 * the caller prepares a cell. Answers whether it has the proof.
 */
export const requireOwnCell = async (
  home: pg.Pool,
  cell: pg.Pool,
  { unused, ...identity }: CellIdentity & { unused: 'accepted' | 'refused' },
): Promise<{ isPrepared: boolean }> => {
  const { name } = identity
  if (await isSameDatabase(home, cell)) throw elsewhere('The URL of the cell names the database of home.')
  const found = await readIdentity(cell)
  if (found) {
    const isOwn = found.name === name && timingSafeEqual(digestOf(found.proof), digestOf(proofOf(identity)))
    if (!isOwn) throw elsewhere(`The database is not the cell ${name} of this installation.`)
  } else if (unused === 'refused') throw elsewhere(`The database is not prepared as the cell ${name}.`)
  else if (await belongsToInstallation(cell)) throw elsewhere('The database belongs to an installation.')
  return { isPrepared: found !== null }
}

/** Before a restore. A database with the proof of a cell, a root key, an identity or people belongs to an installation. It only reads. */
export const requireUnusedCell = async (cell: pg.Pool, name: string): Promise<void> => {
  if ((await readIdentity(cell)) !== null || (await belongsToInstallation(cell)))
    throw new Refusal(
      'installation_exists',
      `The database of the cell ${name} belongs to an installation already.`,
    )
}

/** The two URLs of a cell may name two databases: the calls would be in one that has no proof. */
export const requireOneDatabase = async (owner: pg.Pool, app: pg.Pool, name: string): Promise<void> => {
  if (!(await isSameDatabase(owner, app)))
    throw elsewhere(`The login that serves calls in the cell ${name} has another database than its owner.`)
}

/** Of equal length for a comparison, whatever was stored. */
const digestOf = (value: Buffer): Buffer => createHmac('sha256', 'compared').update(value).digest()

export const writeIdentity = async (cell: pg.Pool, identity: CellIdentity): Promise<void> => {
  await cell.query('insert into cell_identity (name, proof) values ($1, $2) on conflict do nothing', [
    identity.name,
    proofOf(identity),
  ])
}

export const elsewhere = (message: string): Refusal => new Refusal('cell_elsewhere', message)
