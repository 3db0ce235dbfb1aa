import { inTransaction } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { defineAct, needsOf } from '../../gateway/acts/index.ts'
import {
  entryOfRotation,
  logKeyRotation,
  logKeyUseOfCell,
  logOfCell,
  type RotatedLogKey,
  rotatedLogKeys,
  rotateKeysWithin,
} from '../audit-transparency/index.ts'
import { requireOwnCell } from './cell-identity.ts'
import { type CellNeeds, closed, requireOwner } from './cell-needs.ts'
import { cellName, cellsUse, findCell } from './cell-rows.ts'
import { requireNotHeld } from './held-cells.ts'
import { onCellDatabase } from './open-cell.ts'

const rotation = Type.Object({ name: cellName, ...logKeyRotation }, closed)

/** The keys of the log of a cell are rows of the cell. If a process ends after they were written, `nani audit key` shows them. */
export const rotateCellLogKeys = defineAct({
  name: 'cells.rotate_log_key',
  sentence: {
    en: 'Rotates the keys that sign the transparency log of a cell',
    fr: 'Renouvelle les clés qui signent le journal de transparence d’une cellule',
  },
  actors: { operator: ['supervisor'] },
  input: rotation,
  output: rotatedLogKeys,
  needs: needsOf<CellNeeds>(),
  refusals: ['setting_missing', 'cell_not_found', 'cell_elsewhere', 'cell_in_use', 'audit_log_not_started'],
  // The work is in two databases, and a process may end in between.
  async started({ input: { name }, needs }) {
    requireOwner(needs)
    await findCell(needs.pool, needs.vaultFor(cellsUse), name)
    return { subject: `cell ${name}`, after: { step: 'begin' } }
  },
  async prepare({ input: { name, ...rotated }, needs, nowMs }): Promise<RotatedLogKey[]> {
    const { ownerPool, rootKey, pool, vaultFor } = needs
    const cell = await findCell(pool, vaultFor(cellsUse), name)
    await requireNotHeld(pool, name)
    return onCellDatabase(cell, 'owner', async (owner) => {
      await requireOwnCell(ownerPool, owner, { name, rootKey, unused: 'refused' })
      const vault = vaultFor(logKeyUseOfCell(logOfCell(cell)))
      return inTransaction(owner, (client) => rotateKeysWithin(client, vault, { ...rotated, nowMs }))
    })
  },
  async perform({ input: { name }, prepared: result }) {
    const { before, after } = entryOfRotation(result)
    return { result, entry: { subject: `cell ${name}`, before, after: { step: 'end', ...after } } }
  },
})
