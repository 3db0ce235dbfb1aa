import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActContext, defineAct, needsOf } from '../../gateway/acts/index.ts'
import { requireOwnCell } from './cell-identity.ts'
import { type CellNeeds, closed, ofOwner, requireOwner } from './cell-needs.ts'
import { cellName, cellsUse, findCell, requireCell } from './cell-rows.ts'
import { dropSlot, endSubscription } from './copies.ts'
import { requireNoMoveTo } from './move/no-move-to-cell.ts'
import { onCellDatabase } from './open-cell.ts'
import { hasOrganizations } from './place-organization.ts'

const removed = Type.Object({ name: cellName, lost: Type.Boolean() }, closed)

/** Home forgets a cell in which no organization is placed, and keeps no log for it. */
export const removeCell = defineAct({
  name: 'cells.remove',
  sentence: { en: 'Removes an unused cell', fr: 'Retire une cellule inutilisée' },
  actors: { operator: ['supervisor'] },
  /** `lost`: its database does not exist any more. */
  input: removed,
  output: Type.Null(),
  needs: needsOf<CellNeeds>(),
  refusals: ['setting_missing', 'cell_not_found', 'cell_elsewhere', 'cell_in_use'],
  place: ofOwner,
  async started({ input: { name, lost }, needs }) {
    requireOwner(needs)
    await findCell(needs.pool, needs.vaultFor(cellsUse), name)
    await requireNoOrganization(needs.pool, name)
    return { subject: `cell ${name}`, after: { step: 'begin', lost } }
  },
  async perform({ client, input: { name, lost }, needs }: ActContext<Static<typeof removed>, CellNeeds>) {
    const { ownerPool, rootKey, vaultFor } = needs
    const cell = await requireCell(client, vaultFor(cellsUse), name, 'update')
    // A placement or a move that was under way has ended.
    await requireNoOrganization(client, name)
    await requireNoMoveTo(needs, client, name)
    if (!lost)
      await onCellDatabase(cell, 'owner', async (owner) => {
        await requireOwnCell(ownerPool, owner, { name, rootKey, unused: 'accepted' })
        await endSubscription(owner)
      })
    await onCellDatabase(cell, 'home', (home) => dropSlot(home, name))
    await client.query('delete from cells where name = $1', [name])
    return { result: null, entry: { subject: `cell ${name}`, after: { step: 'end', lost } } }
  },
})

const requireNoOrganization = async (home: Pick<pg.Pool, 'query'>, name: string): Promise<void> => {
  if (await hasOrganizations(home, name))
    throw new Refusal('cell_in_use', `Organizations are placed in the cell ${name}.`, {
      next: 'Move them to another database first.',
    })
}
