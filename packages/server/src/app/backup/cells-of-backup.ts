import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@nani/foundation/core/index.ts'
import { missingText, schemaState } from '@nani/foundation/platform/index.ts'
import { clientLike, databaseFailure, placeOf, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { noCarrying } from '../../register/register-outbox/index.ts'
import {
  type Cell,
  cellsUse,
  cellsWithout,
  listsCells,
  onCellDatabase,
  readCells,
  requireOwnCell,
} from '../cells/index.ts'
import { beginReading, connectReader } from './reader.ts'

export type CellNeeds = { ownerPool: pg.Pool; rootKey: Buffer; vaultFor(use: string): Vault }

/** A cell that hangs must not hold the snapshots of the others, and the list of cells, for ever. An answer is some megabytes. */
const answersWithinMs = 120_000

export type CellReader = Pick<Cell, 'name' | 'urls'> & { client: pg.Client }

export type CellsOfBackup = {
  cells: readonly CellReader[]
  /**
   * Runs `work`, in which home is read, after the readings of the cells have begun. Meanwhile nothing is carried to home: what an act in a
   * cell caused would be in the backup without the act. A person would be in the fraud network for a case that no one has confirmed.
   */
  readBefore<Result>(work: () => Promise<Result>): Promise<Result>
}

/**
 * Connects with the cells, apart from those that are left out, and then runs `use`. No organization moves meanwhile: home says where it
 * is, and is read later.
 */
export const withCells = async <Answer>(
  { ownerPool, rootKey, vaultFor }: CellNeeds,
  leftOut: readonly string[],
  opened: pg.Client[],
  use: (cells: CellsOfBackup) => Promise<Answer>,
): Promise<Answer> => {
  const known = (await listsCells(ownerPool)) ? await readCells(ownerPool, vaultFor(cellsUse)) : []
  const chosen = cellsWithout(known, leftOut)
  if (known.length === 0) return use({ cells: [], readBefore: (work) => work() })
  return whileNothingMoves(ownerPool, async (lock) => {
    const connect = ({ name, urls }: Cell) =>
      onCellDatabase({ name, urls }, 'owner', async (owner) => {
        await requireOwnCell(ownerPool, owner, { name, rootKey, unused: 'refused' })
        const { current, pending } = await schemaState(owner)
        if (!current)
          throw new Refusal(
            'schema_behind',
            `The schema of the cell ${name} does not have ${missingText(pending)}.`,
          )
        await requireMigrationsOfHome(ownerPool, owner, name)
        const client = await connectReader(owner, answersWithinMs)
        opened.push(client)
        return { name, urls, client }
      })
    const cells: CellReader[] = []
    for (const cell of chosen) cells.push(await connect(cell))
    return use({
      cells,
      async readBefore(work) {
        await holdCarrying(lock)
        await Promise.all(cells.map((cell) => beginReading(cell.client).catch(failureOf(cell))))
        return work()
      },
    })
  })
}

/** The failure of a cell names it. */
export const failureOf =
  ({ name, urls }: Pick<CellReader, 'name' | 'urls'>) =>
  (error: unknown): never => {
    throw databaseFailure(error, { variable: `the cell ${name}`, place: placeOf(urls.owner) }) ?? error
  }

const carriedWithinMs = 5_000

/** Until the end of the transaction. What is being carried ends first. */
const holdCarrying = async (lock: pg.Client): Promise<void> => {
  await lock.query(`set local lock_timeout = ${carriedWithinMs}`)
  await lock.query(noCarrying).catch((error: { code?: string }) => {
    if (error.code !== lockNotAvailable) throw error
    throw new Refusal('cell_in_use', 'What an act in a cell causes in home takes long.', {
      next: 'Repeat the backup.',
    })
  })
}

/** No release restores a file whose databases have different schemas. */
const requireMigrationsOfHome = async (home: pg.Pool, owner: pg.Pool, name: string): Promise<void> => {
  const of = async (pool: pg.Pool) =>
    (await pool.query<{ name: string }>('select name from schema_migrations order by name')).rows
  if (isDeepStrictEqual(await of(home), await of(owner))) return
  throw new Refusal('schema_behind', `The cell ${name} has other migrations than home.`, {
    next: 'Migrate both first.',
  })
}

const lockNotAvailable = '55P03'

/** A move and a placement hold the cells that they concern. */
const whileNothingMoves = async <Answer>(
  home: pg.Pool,
  work: (lock: pg.Client) => Promise<Answer>,
): Promise<Answer> => {
  const lock = clientLike(home, {})
  lock.on('error', () => {})
  await lock.connect()
  try {
    await lock.query('begin')
    await lock.query('set local idle_in_transaction_session_timeout = 0')
    await lock
      .query('select from cells order by name for update nowait')
      .catch((error: { code?: string }) => {
        if (error.code !== lockNotAvailable) throw error
        throw new Refusal('cell_in_use', 'An organization is being moved, or a cell is being changed.', {
          next: 'Repeat the backup when it has ended.',
        })
      })
    const answer = await work(lock)
    // If the connection was lost, something may have moved.
    await lock.query('commit')
    return answer
  } finally {
    await lock.end()
  }
}
