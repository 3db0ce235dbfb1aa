import Type, { type Static } from 'typebox'
import { type ActContext, defineAct, needsOf } from '../../gateway/acts/index.ts'
import { type CellNeeds, closed, ofOwner, requireOwner } from './cell-needs.ts'
import { cellName, cellsUse, requireCell } from './cell-rows.ts'
import { organizationsIn } from './places.ts'

const drained = Type.Object({ name: cellName, end: Type.Boolean() }, closed)

/** No organization gets a place in the cell any more. Those that are there stay until they are moved. */
export const drainCell = defineAct({
  name: 'cells.drain',
  sentence: { en: 'Drains a cell', fr: 'Vide une cellule' },
  actors: { operator: ['supervisor'] },
  /** `end`: organizations get places in it again. */
  input: drained,
  output: Type.Object({
    name: Type.String(),
    draining: Type.Boolean(),
    organizations: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  }),
  needs: needsOf<CellNeeds>(),
  refusals: ['setting_missing', 'cell_not_found'],
  place: ofOwner,
  async perform({
    client,
    input: { name, end },
    needs,
    nowMs,
  }: ActContext<Static<typeof drained>, CellNeeds>) {
    requireOwner(needs)
    const vault = needs.vaultFor(cellsUse)
    // A placement that is under way has ended. A move that is under way goes on.
    await requireCell(client, vault, name, 'no key update')
    await client.query('update cells set drained_at = $2 where name = $1', [
      name,
      end ? null : new Date(nowMs),
    ])
    return {
      result: { name, draining: !end, organizations: await organizationsIn(client, name) },
      entry: { subject: `cell ${name}`, after: { draining: !end } },
    }
  },
})
