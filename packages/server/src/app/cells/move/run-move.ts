import { describeError, Refusal } from '@nani/foundation/core/index.ts'
import { clientLike } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { markMonitorsOf } from '../../../services/monitoring/index.ts'
import { requireOwnCell } from '../cell-identity.ts'
import type { CellNeeds } from '../cell-needs.ts'
import { type Cell, cellNotFound, cellsUse, lockCell, readCells, requireNotDrained } from '../cell-rows.ts'
import { onCellDatabase } from '../open-cell.ts'
import { home, placeOfOrganization } from '../places.ts'
import { incompleteMoves, readFence } from './fence.ts'
import { leaveKeys } from './forget-moves.ts'
import { type Moved, performMove, type Side } from './move-organization.ts'

/** `progress`: what a person sees of a long copy. */
export type MoveNeeds = CellNeeds & {
  pause(ms: number): Promise<void>
  progress?(done: number, total: number, note: string): void
}

/** `cell`: the name of a cell, or `home`. `refuse`: the seconds for which writes may be refused. */
type Input = { organization_id: string; cell: string; refuse: number }

const copyTimeoutMs = 60_000
/** A cell that hangs does not delay the end of a process for longer. */
const lookTimeoutMs = 3_000

/** Moves an organization, or completes what an earlier command began. Nothing else moves it meanwhile. */
export const runMove = (needs: MoveNeeds, input: Input): Promise<Moved & { from: string }> =>
  alone(needs, input, async (lock) => {
    const { organization_id: organizationId } = input
    const from = await placeOfOrganization(lock, organizationId)
    if (from === input.cell) return { from, ...(await completeElsewhere(needs, input)) }
    const [source, target] = [await holdCell(needs, lock, from), await holdCell(needs, lock, input.cell)]
    return onSide(needs, source, async (left) => {
      const isCompleted = (await readFence(left.owner, organizationId))?.isMoved
      if (target && !isCompleted) await requireNotDrained(lock, target.name)
      return onSide(needs, target, async (entered) => ({
        from,
        ...(await performMove({
          ...{ organizationId, source: left, target: entered },
          ...{ home: needs.ownerPool, refuseMs: input.refuse * 1_000 },
          markMonitors: markMonitorsOf,
          progress: needs.progress ?? (() => {}),
          pause: needs.pause,
        })),
      }))
    })
  })

/** A command is at work for some seconds after the organization has moved. */
const incompleteAfterMs = 30_000

/**
 * Completes moves whose command ended after the database of before refused writes for good. A cell that is away is left for the next
 * time. Returns the organizations.
 */
export const completeMoves = async (
  needs: MoveNeeds & { log(line: string, level?: 'error'): void },
): Promise<string[]> => {
  const completed: string[] = []
  for (const cell of [null, ...(await readCells(needs.pool, needs.vaultFor(cellsUse)))]) {
    const look = ({ owner }: Side) => incompleteMoves(owner, incompleteAfterMs)
    const begun = await onSide(needs, cell, look, lookTimeoutMs).catch(() => [])
    for (const { organizationId, target } of begun)
      await runMove(needs, { organization_id: organizationId, cell: target, refuse: 2 }).then(
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
  }
  return completed
}

/** One command at a time moves an organization. Home keeps the cells of the move meanwhile. */
const alone = async <Answer>(
  { ownerPool }: MoveNeeds,
  { organization_id: organizationId }: Input,
  work: (lock: pg.Client) => Promise<Answer>,
): Promise<Answer> => {
  const lock = clientLike(ownerPool, {})
  // Where the connection is lost, the statements that follow fail.
  lock.on('error', () => {})
  await lock.connect()
  try {
    await lock.query('begin')
    const { rowCount } = await lock.query('select from organizations where organization_id = $1', [
      organizationId,
    ])
    if (rowCount === 0) throw new Refusal('organization_not_found')
    const { rows } = await lock.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('nani.move'), hashtext($1)) as mine`,
      [organizationId],
    )
    if (!rows[0]?.mine) throw new Refusal('organization_not_moved', 'Another command moves it.')
    return await work(lock)
  } finally {
    await lock.end()
  }
}

const holdCell = async ({ vaultFor }: MoveNeeds, lock: pg.Client, name: string): Promise<Cell | null> => {
  if (name === home) return null
  const vault = vaultFor(cellsUse)
  const cell = await lockCell(lock, vault, name, 'key share')
  if (cell) return cell
  throw cellNotFound(
    name,
    (await readCells(lock, vault)).map((one) => one.name),
  )
}

/** Runs `use` on the database of a cell, or on home. */
const onSide = async <Answer>(
  { ownerPool, rootKey }: MoveNeeds,
  cell: Cell | null,
  use: (side: Side) => Promise<Answer>,
  timeoutMs = copyTimeoutMs,
): Promise<Answer> => {
  if (cell === null) return use({ name: home, owner: ownerPool })
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

/** The organization is there already. An earlier command may have ended before the database of before knew it. */
const completeElsewhere = async (needs: MoveNeeds, { organization_id: organizationId, cell: to }: Input) => {
  const cells = await readCells(needs.pool, needs.vaultFor(cellsUse))
  for (const cell of [null, ...cells])
    if ((cell?.name ?? home) !== to)
      await onSide(needs, cell, async ({ owner }) => {
        const fence = await readFence(owner, organizationId)
        if (fence?.isMoved && fence.target === to) await leaveKeys(owner, organizationId)
      })
  return { applications: 0, rows: 0, refused_ms: null }
}
