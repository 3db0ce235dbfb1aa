import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActContext, defineAct, needsOf } from '../../gateway/acts/index.ts'
import {
  type KeyRotation,
  keyRotation,
  type OrganizationDependencies,
  rotatedKeys,
  rotateWithin,
} from '../../organizations/organizations/index.ts'
import { requireOwnCell } from './cell-identity.ts'
import { type CellNeeds, ofOwner, requireOwner } from './cell-needs.ts'
import { cellsUse, requireCell } from './cell-rows.ts'
import { onCellDatabase } from './open-cell.ts'

type Needs = CellNeeds & OrganizationDependencies

/**
 * Issues a new key set of an application in a cell. Home knows the new key before the cell commits: a key that the cell does not have is
 * refused like an unknown one. If a process ends in between, the act is repeated.
 */
export const rotatePlacedKeys = defineAct({
  name: 'cells.rotate_keys',
  sentence: {
    en: 'Issues a new key set of an application in a cell',
    fr: 'Émet un nouveau jeu de clés d’une application dans une cellule',
  },
  actors: { operator: ['supervisor'] },
  input: keyRotation,
  output: rotatedKeys,
  needs: needsOf<Needs>(),
  refusals: ['setting_missing', 'application_not_found', 'cell_not_found', 'cell_elsewhere'],
  place: (needs) => ofOwner(needs),
  // The work is in two databases, and a process may end in between.
  async started({ input: { application_id: applicationId }, needs }) {
    requireOwner(needs)
    const cell = await cellOf(needs.pool, applicationId)
    return { subject: applicationId, after: { step: 'begin', cell } }
  },
  async perform({ client, input, needs }: ActContext<KeyRotation, Needs>) {
    const { ownerPool, rootKey, vaultFor } = needs
    const name = await cellOf(client, input.application_id)
    const cell = await requireCell(client, vaultFor(cellsUse), name, 'share')
    return onCellDatabase(cell, 'app', async (app) => {
      await requireOwnCell(ownerPool, app, { name, rootKey, unused: 'refused' })
      return inTransaction(app, async (inner) => {
        const rotated = await rotateWithin(inner, input, { ...needs, pool: app })
        // Not in the transaction of the act, which commits after that of the cell.
        await ownerPool.query('insert into placed_keys (api_key, application_id, cell) values ($1, $2, $3)', [
          rotated.result.api_key,
          input.application_id,
          name,
        ])
        return rotated
      })
    })
  },
})

const cellOf = async (home: Pick<pg.Pool, 'query'>, applicationId: string): Promise<string> => {
  const { rows } = await home.query<{ cell: string }>(
    'select cell from placed_keys where application_id = $1 limit 1',
    [applicationId],
  )
  if (rows[0]) return rows[0].cell
  throw new Refusal('application_not_found', `No cell has the application ${applicationId}.`)
}
