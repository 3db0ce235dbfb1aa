import { Refusal } from '@nani/foundation/core/index.ts'
import { clientLike } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActContext, defineAct, needsOf } from '../../../gateway/acts/index.ts'
import { markMonitorsOf } from '../../../services/monitoring/index.ts'
import { requireOwnCell } from '../cell-identity.ts'
import { type CellNeeds, closed, requireOwner } from '../cell-needs.ts'
import { type Cell, cellNotFound, cellsUse, lockCell, readCells, requireNotDrained } from '../cell-rows.ts'
import { onCellDatabase } from '../open-cell.ts'
import { home, placeOfOrganization } from '../places.ts'
import { readFence } from './fence.ts'
import { leaveKeys } from './forget-moves.ts'
import { type Moved, performMove, type Side } from './move-organization.ts'

/** `progress`: what a person sees of a long copy. */
export type MoveNeeds = CellNeeds & {
  pause(ms: number): Promise<void>
  progress?(done: number, total: number, note: string): void
}

const move = Type.Object(
  {
    organization_id: Type.String({ maxLength: 60 }),
    /** `home`, or the name of a cell. */
    cell: Type.String({ pattern: '^[a-z][a-z0-9_]{0,29}$' }),
    /** The longest time for which writes of the organization are refused. */
    refuse: Type.Integer({ minimum: 2, maximum: 60 }),
  },
  closed,
)
type Input = Static<typeof move>

const copyTimeoutMs = 60_000

/** Moves the sandbox applications of an organization with all their rows to another database, while the server runs. */
export const moveOrganization = defineAct({
  name: 'organizations.move',
  sentence: { en: 'Moves an organization to a cell', fr: 'Déplace une organisation vers une cellule' },
  actors: { operator: ['supervisor'] },
  input: move,
  output: Type.Object({
    from: Type.String(),
    to: Type.String(),
    applications: Type.Integer(),
    rows: Type.Integer(),
    /** For how long writes were refused. Null: an earlier command was completed. */
    refused_ms: Type.Union([Type.Integer(), Type.Null()]),
  }),
  needs: needsOf<MoveNeeds>(),
  refusals: [
    ...([
      'setting_missing',
      'organization_not_found',
      'cell_not_found',
      'cell_elsewhere',
      'cell_in_use',
    ] as const),
    'organization_not_moved',
  ],
  // The work is in several databases, and a process may end in between.
  async started({ input: { organization_id: organizationId, cell }, needs }) {
    requireOwner(needs)
    const from = await placeOfOrganization(needs.pool, organizationId)
    return { subject: organizationId, organizationId, after: { step: 'begin', from, to: cell } }
  },
  async prepare({ input, needs }): Promise<Moved & { from: string }> {
    return alone(needs, input, async (lock) => {
      const from = await placeOfOrganization(lock, input.organization_id)
      if (from === input.cell) return { from, ...(await completeElsewhere(needs, input)) }
      const cellOf = (name: string) => holdCell(needs, lock, name)
      const [source, target] = [await cellOf(from), await cellOf(input.cell)]
      if (target) await requireNotDrained(lock, target.name)
      return onSide(needs, source, (left) =>
        onSide(needs, target, async (entered) => ({
          from,
          ...(await performMove({
            ...{ organizationId: input.organization_id, source: left, target: entered },
            ...{ home: needs.ownerPool, refuseMs: input.refuse * 1_000 },
            markMonitors: markMonitorsOf,
            progress: needs.progress ?? (() => {}),
            pause: needs.pause,
          })),
        })),
      )
    })
  },
  async perform({
    input,
    prepared: { from, ...moved },
  }: ActContext<Input, MoveNeeds, Moved & { from: string }>) {
    const { organization_id: organizationId, cell: to } = input
    return {
      result: { from, to, ...moved },
      entry: { subject: organizationId, organizationId, after: { step: 'end', from, to, ...moved } },
    }
  },
})

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
    copyTimeoutMs,
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
