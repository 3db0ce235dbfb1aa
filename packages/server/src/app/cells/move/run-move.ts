import { Refusal } from '@nani/foundation/core/index.ts'
import { clientLike } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { markMonitorsOf } from '../../../services/monitoring/index.ts'
import type { CellNeeds } from '../cell-needs.ts'
import { type Cell, cellsUse, requireCell, requireNotDrained } from '../cell-rows.ts'
import { requireNotHeld } from '../held-cells.ts'
import { home, placeOfOrganization } from '../places.ts'
import { type Fence, readFence } from './fence.ts'
import { leaveKeys } from './forget-moves.ts'
import { knownAfterMs, type Moved, performMove } from './move-organization.ts'
import { allSides, lookTimeoutMs, nameOfSide, onSide, type Side } from './on-side.ts'

/** `progress`: what a person sees of a long copy. */
export type MoveNeeds = CellNeeds & {
  pause(ms: number): Promise<void>
  progress?(done: number, total: number, note: string): void
}

export const moveRefusals = [
  'setting_missing',
  'organization_not_found',
  'cell_not_found',
  'cell_elsewhere',
  'cell_in_use',
  'organization_not_moved',
] as const

/** `cell`: the name of a cell, or `home`. `refuse`: the seconds for which writes may be refused. */
type Input = { organization_id: string; cell: string; refuse: number }

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
        ...(await perform(needs, lock, { organizationId, left, entered }, input.refuse * 1_000)),
      }))
    })
  })

/** `from`: the database that refuses writes for good. `cell`: the one that has the organization. */
export type Begun = { organization_id: string; from: string; cell: string }

/** Completes what a command began that ended after the database of before refused writes for good. It begins nothing. */
export const runCompletion = (needs: MoveNeeds, begun: Begun): Promise<Moved> =>
  alone(needs, begun, async (lock) => {
    const { organization_id: organizationId, from, cell } = begun
    const source = await holdCell(needs, lock, from)
    return onSide(needs, source, async (left) => {
      if (!isIncomplete(await readFence(left.owner, organizationId), cell))
        throw new Refusal('organization_not_moved', 'Another command completed it.')
      // Home has named the new place already. The organization may even be somewhere else since.
      if ((await placeOfOrganization(lock, organizationId)) !== from)
        return leaveKeysLater(needs, left.owner, organizationId)
      const target = await holdCell(needs, lock, cell)
      return onSide(needs, target, (entered) => perform(needs, lock, { organizationId, left, entered }, 0))
    })
  })

const isIncomplete = (fence: Fence | null, target: string): boolean =>
  fence?.isMoved === true && !fence.isCompleted && fence.target === target

type Sides = { organizationId: string; left: Side; entered: Side }

const perform = (
  needs: MoveNeeds,
  lock: pg.Client,
  { organizationId, left, entered }: Sides,
  refuseMs: number,
): Promise<Moved> =>
  performMove({
    ...{ organizationId, source: left, target: entered },
    ...{ home: needs.ownerPool, refuseMs },
    async requireAlone() {
      await lock.query('select')
    },
    markMonitors: markMonitorsOf,
    progress: needs.progress ?? (() => {}),
    pause: needs.pause,
  })

/** One command at a time moves an organization. Home keeps the cells of the move meanwhile. */
export const alone = async <Answer>(
  { ownerPool }: Pick<MoveNeeds, 'ownerPool'>,
  { organization_id: organizationId }: Pick<Input, 'organization_id'>,
  work: (lock: pg.Client) => Promise<Answer>,
): Promise<Answer> => {
  const lock = clientLike(ownerPool, {})
  // Where the connection is lost, the statements that follow fail.
  lock.on('error', () => {})
  await lock.connect()
  try {
    await lock.query('begin')
    // The connection waits while rows are copied.
    await lock.query('set local idle_in_transaction_session_timeout = 0')
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

/** The cell stays in the list of home until the end of the command. */
export const keepCell = async (
  { vaultFor }: MoveNeeds,
  lock: pg.Client,
  name: string,
): Promise<Cell | null> => (name === home ? null : requireCell(lock, vaultFor(cellsUse), name, 'key share'))

/** The same. A cell that is held is refused. */
export const holdCell = async (needs: MoveNeeds, lock: pg.Client, name: string): Promise<Cell | null> => {
  const cell = await keepCell(needs, lock, name)
  if (cell) await requireNotHeld(lock, name)
  return cell
}

/**
 * The organization is there already. An earlier command may have ended before the database of before knew it. A database that is away
 * is left to the worker.
 */
const completeElsewhere = async (
  needs: MoveNeeds,
  { organization_id: organizationId, cell: to }: Input,
): Promise<Moved> => {
  for (const cell of await allSides(needs)) {
    if (nameOfSide(cell) === to) continue
    const look = ({ owner }: Side) => readFence(owner, organizationId)
    const fence = await onSide(needs, cell, look, lookTimeoutMs).catch(() => null)
    if (isIncomplete(fence, to))
      await onSide(needs, cell, ({ owner }) => leaveKeysLater(needs, owner, organizationId))
  }
  return nothingMoved
}

const nothingMoved: Moved = { applications: 0, rows: 0, refused_ms: null }

/** Home may have named the new place a moment ago. */
const leaveKeysLater = async (needs: MoveNeeds, owner: pg.Pool, organizationId: string): Promise<Moved> => {
  await needs.pause(knownAfterMs)
  await leaveKeys(owner, organizationId)
  return nothingMoved
}
