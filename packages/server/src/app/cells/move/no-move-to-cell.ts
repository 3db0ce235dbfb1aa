import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { CellNeeds } from '../cell-needs.ts'
import { readUses } from '../cell-rows.ts'
import { allSides, nameOfSide, onSide } from './on-side.ts'

/**
 * Refuses a cell that has an organization which home does not place there yet: the database of before refuses its writes for good, and
 * the cell has its rows alone. Home still places it in the database of before, so that cells without organizations are not asked.
 */
export const requireNoMoveTo = async (needs: CellNeeds, client: pg.PoolClient, name: string) => {
  const uses = await readUses(client)
  for (const cell of await allSides(needs)) {
    if (cell && !uses.get(cell.name)?.organizations) continue
    const moving = await onSide(needs, cell, async ({ owner }) => {
      const { rows } = await owner.query<{ organization_id: string }>(
        `select organization_id from move_fences
         where target = $1 and moved_at is not null and completed_at is null limit 1`,
        [name],
      )
      return rows[0]?.organization_id
    })
    if (moving !== undefined)
      throw new Refusal(
        'cell_in_use',
        `The move of ${moving} from ${nameOfSide(cell)} to it is not complete.`,
        {
          next: 'Complete the move first.',
        },
      )
  }
}
