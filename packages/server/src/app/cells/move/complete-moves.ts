import { type Actor, describeError, Refusal } from '@nani/foundation/core/index.ts'
import { deleteInTurns } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Cell } from '../cell-rows.ts'
import { readHeldCells } from '../held-cells.ts'
import { incompleteMoves, readFence } from './fence.ts'
import { completeMove } from './move-act.ts'
import { allSides, lookTimeoutMs, nameOfSide, onSide, type Side } from './on-side.ts'
import { alone, type MoveNeeds } from './run-move.ts'

/** A command is at work for some seconds after the organization has moved. */
const incompleteAfterMs = 30_000

const worker: Actor = { kind: 'system', task: 'cells' }

type Needs = MoveNeeds & { log(line: string, level?: 'error'): void }
type Look = {
  cell: Cell | null
  begun: { organizationId: string; target: string }[]
  /** Organizations whose copies are older than a day. */
  old: string[]
}

/**
 * Completes moves whose command ended after the database of before refused writes for good, and erases the copies of abandoned moves. A
 * cell that is away is left for the next time. Returns the organizations whose move was completed.
 */
export const completeMoves = async (needs: Needs): Promise<string[]> => {
  const completed: string[] = []
  const sides = await allSides(needs)
  const looks: Look[] = []
  const held = await readHeldCells(needs.pool)
  for (const cell of sides) {
    if (held.has(nameOfSide(cell))) continue
    const look = await onSide(needs, cell, lookAt, lookTimeoutMs).catch(() => null)
    if (look) looks.push({ cell, ...look })
  }
  for (const { cell, begun } of looks)
    for (const { organizationId, target } of begun)
      await completeMove(
        worker,
        { organization_id: organizationId, from: nameOfSide(cell), cell: target },
        needs,
      ).then(
        () => {
          completed.push(organizationId)
          needs.log(`cells: the move of ${organizationId} to ${target} is completed`)
        },
        (error: unknown) =>
          needs.log(
            `cells: the move of ${organizationId} is not completed: ${describeError(error)}`,
            'error',
          ),
      )
  // A database that is away may have the fence of a move that needs its copies.
  if (looks.length === sides.length)
    for (const { cell, old } of looks)
      for (const organizationId of old)
        await forgetCopies(needs, { organizationId, cell, sides }).catch((error: unknown) => {
          // Another command moves it.
          if (error instanceof Refusal) return
          needs.log(`cells: copies of ${organizationId} are not erased: ${describeError(error)}`, 'error')
        })
  return completed
}

const lookAt = async ({ owner }: Side): Promise<Omit<Look, 'cell'>> => ({
  begun: await incompleteMoves(owner, incompleteAfterMs),
  old: await organizationsOfOldCopies(owner),
})

const isOld = `state = 'arriving' and written_at < clock_timestamp() - interval '1 day'`

const organizationsOfOldCopies = async (owner: pg.Pool): Promise<string[]> => {
  const { rows } = await owner.query<{ id: string }>(
    `select distinct organization_id as id from moved_rows where ${isOld}`,
  )
  return rows.map(({ id }) => id)
}

/** Copies that no move needs: no database has a fence of a move to this one. An open fence is there for a day. */
const forgetCopies = (
  needs: Needs,
  { organizationId, cell, sides }: { organizationId: string; cell: Cell | null; sides: (Cell | null)[] },
): Promise<void> =>
  alone(needs, { organization_id: organizationId }, async () => {
    for (const side of sides) {
      const fence = await onSide(needs, side, ({ owner }) => readFence(owner, organizationId), lookTimeoutMs)
      if (fence && !fence.isCompleted && fence.target === nameOfSide(cell)) return
    }
    await onSide(needs, cell, ({ owner }) =>
      deleteInTurns(
        owner,
        `delete from moved_rows where ctid = any(array(
           select ctid from moved_rows where organization_id = $1 and ${isOld} limit $2))`,
        [organizationId],
      ),
    )
  })
