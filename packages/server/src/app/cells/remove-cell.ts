import { environments } from '@nani/contract'
import { readArchivedDays } from '@nani/foundation/archive/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { hasSchema } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActContext, defineAct, needsOf } from '../../gateway/acts/index.ts'
import { newestCheckpoint } from '../audit-transparency/index.ts'
import { requireOwnCell } from './cell-identity.ts'
import { type CellNeeds, closed, ofOwner, requireOwner } from './cell-needs.ts'
import { cellName, cellsUse, findCell, requireCell } from './cell-rows.ts'
import { dropSlot, endSubscription } from './copies.ts'
import { requireNoMoveTo } from './move/no-move-to-cell.ts'
import { onCellDatabase } from './open-cell.ts'
import { hasOrganizations } from './place-organization.ts'

const removed = Type.Object({ name: cellName, lost: Type.Boolean(), entries_kept: Type.Boolean() }, closed)

/** Home forgets a cell in which no organization is placed, and keeps no log for it. */
export const removeCell = defineAct({
  name: 'cells.remove',
  sentence: { en: 'Removes an unused cell', fr: 'Retire une cellule inutilisée' },
  actors: { operator: ['supervisor'] },
  /** `lost`: its database does not exist any more. `entries_kept`: its audit entries, acts and archived days are kept elsewhere. */
  input: removed,
  output: Type.Null(),
  needs: needsOf<CellNeeds>(),
  refusals: ['setting_missing', 'cell_not_found', 'cell_elsewhere', 'cell_in_use', 'cell_has_entries'],
  place: ofOwner,
  async started({ input: { name, lost }, needs }) {
    requireOwner(needs)
    await findCell(needs.pool, needs.vaultFor(cellsUse), name)
    await requireNoOrganization(needs.pool, name)
    return { subject: `cell ${name}`, after: { step: 'begin', lost } }
  },
  async perform({ client, input, needs }: ActContext<Static<typeof removed>, CellNeeds>) {
    const { name, lost, entries_kept } = input
    const { ownerPool, rootKey, vaultFor } = needs
    const cell = await requireCell(client, vaultFor(cellsUse), name, 'update')
    // A placement or a move that was under way has ended.
    await requireNoOrganization(client, name)
    await requireNoMoveTo(needs, client, name)
    const log = lost
      ? null
      : await onCellDatabase(cell, 'owner', async (owner) => {
          await requireOwnCell(ownerPool, owner, { name, rootKey, unused: 'accepted' })
          const left = await readEntries(owner)
          if (left.hasEntries && !entries_kept) throw hasEntries(name)
          await endSubscription(owner)
          return left.checkpoints
        })
    if (lost && !entries_kept) throw mayHaveEntries(name)
    await onCellDatabase(cell, 'home', (home) => dropSlot(home, name))
    await client.query('delete from cells where name = $1', [name])
    const after = { step: 'end', lost, entries_kept, checkpoints: log }
    return { result: null, entry: { subject: `cell ${name}`, after } }
  },
})

/** The newest checkpoints stay in the log of acts: what is kept of the entries can be compared with them. */
const readEntries = async (
  owner: pg.Pool,
): Promise<{ hasEntries: boolean; checkpoints: Record<string, string> }> => {
  if (!(await hasSchema(owner))) return { hasEntries: false, checkpoints: {} }
  const { rowCount } = await owner.query('select application_id from audit_entries limit 1')
  // Acts of people, and what they cause in home.
  const { rowCount: acts } = await owner.query('select from acts union all select from cell_outbox limit 1')
  // The record of archived days has their salts: without it their files open no more.
  const isArchived = (await readArchivedDays(owner)).some(({ salt }) => salt !== null)
  const checkpoints: Record<string, string> = {}
  for (const environment of environments) {
    const newest = await newestCheckpoint(owner, environment)
    if (newest) checkpoints[environment] = newest.note
  }
  return { hasEntries: isArchived || rowCount !== 0 || acts !== 0, checkpoints }
}

const hasEntries = (name: string): Refusal =>
  new Refusal(
    'cell_has_entries',
    `The cell ${name} has audit entries or archived days within their retention, or acts.`,
  )
const mayHaveEntries = (name: string): Refusal =>
  new Refusal(
    'cell_has_entries',
    `The cell ${name} may have had audit entries or archived days within their retention, or acts.`,
  )

const requireNoOrganization = async (home: Pick<pg.Pool, 'query'>, name: string): Promise<void> => {
  if (await hasOrganizations(home, name))
    throw new Refusal('cell_in_use', `Organizations are placed in the cell ${name}.`, {
      next: 'Move them to another database first.',
    })
}
