import { poolLike } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { requireOwnCell } from '../cell-identity.ts'
import type { CellNeeds } from '../cell-needs.ts'
import { type Cell, cellsUse, readCells } from '../cell-rows.ts'
import { onCellDatabase } from '../open-cell.ts'
import { home } from '../places.ts'

/** A database of the installation: a cell by its name, or `home`. */
export type Side = { name: string; owner: pg.Pool }

/** Statements of a move read many rows, in home too. */
const copyTimeoutMs = 60_000
/** A cell that hangs does not delay the end of a process for longer. */
export const lookTimeoutMs = 3_000

type SideNeeds = Pick<CellNeeds, 'ownerPool' | 'rootKey'>

/** Runs `use` on the database of a cell, or on home. */
export const onSide = async <Answer>(
  { ownerPool, rootKey }: SideNeeds,
  cell: Cell | null,
  use: (side: Side) => Promise<Answer>,
  timeoutMs = copyTimeoutMs,
): Promise<Answer> => {
  if (cell === null) {
    const owner = poolLike(ownerPool, { maxConnections: 2, statementTimeoutMs: timeoutMs, onError: () => {} })
    return use({ name: home, owner }).finally(() => owner.end())
  }
  const { name } = cell
  return onCellDatabase(
    cell,
    'owner',
    async (owner) => {
      await requireOwnCell(ownerPool, owner, { name, rootKey, unused: 'refused' })
      return use({ name, owner })
    },
    timeoutMs,
  )
}

export const nameOfSide = (cell: Cell | null): string => cell?.name ?? home

/** Home, which is null, and all cells. */
export const allSides = async ({ pool, vaultFor }: Pick<CellNeeds, 'pool' | 'vaultFor'>) => [
  null,
  ...(await readCells(pool, vaultFor(cellsUse))),
]
