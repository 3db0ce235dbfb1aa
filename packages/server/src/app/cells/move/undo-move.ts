import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction, partitionName, startQueue } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActContext, defineAct, needsOf } from '../../../gateway/acts/index.ts'
import { closed, requireOwner } from '../cell-needs.ts'
import type { Cell } from '../cell-rows.ts'
import { endHold, holdClosed, readHeldCells } from '../held-cells.ts'
import { placeOfOrganization } from '../places.ts'
import { firstDifference, shapesOf, summaryOf } from './arriving-rows.ts'
import { enqueueTasks, type Fence, leftTasks, passFence, readFence } from './fence.ts'
import { knownAfterMs } from './move-organization.ts'
import type { Summary } from './moved-tables.ts'
import { lookTimeoutMs, onSide } from './on-side.ts'
import { alone, holdCell, keepCell, type MoveNeeds, moveRefusals } from './run-move.ts'
import { parentsFirst, parentsOf } from './table-order.ts'

/*
 * A move can only be completed once the database of before refuses writes for good. If the other database is lost then, before home named
 * it, the organization is put in force again where it was: nothing was acknowledged in the other database.
 */

const input = Type.Object({ organization_id: Type.String({ maxLength: 60 }), lost: Type.Boolean() }, closed)
type Input = Static<typeof input>

const undone = Type.Object({ in: Type.String(), to: Type.String(), rows: Type.Integer() })
type Undone = Static<typeof undone>

/** Puts an organization in force again in the database that it was to leave. */
export const undoMove = defineAct({
  name: 'organizations.undo_move',
  sentence: {
    en: 'Takes back the move of an organization to a cell',
    fr: 'Annule le déplacement d’une organisation vers une cellule',
  },
  actors: { operator: ['supervisor'] },
  /** `lost`: the other database does not exist any more. */
  input,
  output: undone,
  needs: needsOf<MoveNeeds>(),
  refusals: moveRefusals,
  async started({ input: { organization_id: organizationId, lost }, needs }) {
    requireOwner(needs)
    return { subject: organizationId, organizationId, after: { step: 'begin', lost } }
  },
  prepare: ({ input, needs }): Promise<Undone> => runUndo(needs, input),
  async perform({ input, prepared }: ActContext<Input, MoveNeeds, Undone>) {
    const { organization_id: organizationId } = input
    return {
      result: prepared,
      entry: { subject: organizationId, organizationId, after: { step: 'end', ...prepared } },
    }
  },
})

const runUndo = (needs: MoveNeeds, { organization_id: organizationId, lost }: Input): Promise<Undone> =>
  alone(needs, { organization_id: organizationId }, async (lock) => {
    const place = await placeOfOrganization(lock, organizationId)
    const source = await holdCell(needs, lock, place)
    return onSide(needs, source, async (left) => {
      const fence = await readFence(left.owner, organizationId)
      if (!fence?.isMoved || fence.isCompleted) throw refuse('No move of it waits for its end.')
      const target = await keepCell(needs, lock, fence.target)
      const isThere = !lost || target === null || (await answers(needs, target))
      const rows = isThere
        ? await putBack(left.owner, fence, () =>
            onSide(needs, target, ({ owner }) => forbidArrival(owner, fence)),
          )
        : await putBackHeld(needs, left.owner, fence)
      return { in: place, to: fence.target, rows }
    })
  })

const answers = (needs: MoveNeeds, target: Cell): Promise<boolean> =>
  onSide(needs, target, async () => true, lookTimeoutMs).catch(() => false)

/** All organizations of the cell are away while it is held: an undo that is refused does not hold it. */
const putBackHeld = async (needs: MoveNeeds, source: pg.Pool, fence: Fence): Promise<number> => {
  await requirePossible(source, fence)
  const wasHeld = (await readHeldCells(needs.ownerPool)).has(fence.target)
  await letNoOneOpen(needs, fence.target)
  try {
    return await putBack(source, fence, async () => {})
  } catch (error) {
    // After another error, no one knows whether the rows were put back.
    if (error instanceof Refusal && !wasHeld) await endHold(needs.ownerPool, fence.target)
    throw error
  }
}

/** Puts the rows back in a transaction that is rolled back. */
const requirePossible = async (source: pg.Pool, fence: Fence): Promise<void> => {
  const possible = new Error('the undo is possible')
  await putBack(source, fence, () => Promise.reject(possible)).catch((error: unknown) => {
    if (error !== possible) throw error
  })
}

/** The cell may come back with the rows, and its work would go on. Processes stop using it before the rows are put back. */
const letNoOneOpen = async (needs: MoveNeeds, target: string): Promise<void> => {
  await holdClosed(needs.ownerPool, target)
  await needs.pause(knownAfterMs)
}

const refuse = (why: string, next?: string): Refusal =>
  new Refusal('organization_not_moved', why, next === undefined ? {} : { next })

/**
 * Erases the copies in the other database, without which no command completes the move. A command that is completing it has
 * deleted them in its transaction, and is waited for. If it has committed, background work may have begun with the rows.
 */
export const forbidArrival = (target: pg.Pool, { organizationId, command }: Fence): Promise<void> =>
  inTransaction(target, async (client) => {
    await client.query(`delete from moved_rows where organization_id = $1 and state = 'arriving'`, [
      organizationId,
    ])
    const { rowCount } = await client.query(
      `select from moved_rows where organization_id = $1 and state = 'arrived' and content #>> '{}' = $2`,
      [organizationId, command],
    )
    if (rowCount !== 0)
      throw refuse('The other database has its rows.', 'Repeat the move, which completes it.')
  })

/**
 * Writes what the fence took away, and takes the fence down, in one transaction. `forbid` comes last, so that an undo that is refused
 * changes nothing in the other database. Returns the number of rows.
 */
export const putBack = async (
  source: pg.Pool,
  fence: Fence,
  forbid: () => Promise<void>,
): Promise<number> => {
  const { organizationId, owners } = fence
  const queue = await startQueue({ pool: source, upkeepPool: null, migrate: false }, () => {})
  try {
    return await inTransaction(source, async (client) => {
      const { rowCount } = await client.query(
        `select from move_fences where organization_id = $1 and command = $2 and moved_at is not null
         and completed_at is null for update`,
        [organizationId, fence.command],
      )
      if (rowCount === 0) throw refuse('Another command moves it.')
      await passFence(client, organizationId)
      const rows = await insertLeft(client, organizationId)
      const shapes = await shapesOf(client)
      const found = await summaryOf(client, shapes, owners)
      const kept = await partsWithin(client, fence.summary)
      const missing = firstDifference(kept.map(countOf), found.map(countOf))
      if (missing !== null) throw refuse(`The rows of ${missing} are not those that were there before.`)
      await enqueueTasks(queue, await leftTasks(client, organizationId), client)
      await client.query(`delete from moved_rows where organization_id = $1 and state = 'left'`, [
        organizationId,
      ])
      await client.query('delete from move_fences where organization_id = $1', [organizationId])
      await forbid()
      return rows
    })
  } finally {
    await queue.stop()
  }
}

/** The columns may be others since, if the database was migrated. */
const countOf = (summary: Summary): Summary => ({ ...summary, hash: '' })

/** A day past its retention is gone, whether or not the organization moves. */
const partsWithin = async (client: pg.PoolClient, summary: readonly Summary[]): Promise<Summary[]> => {
  const { rows } = await client.query<{ name: string }>(
    'select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid',
  )
  const attached = new Set(rows.map(({ name }) => name))
  return summary.filter(({ table, part }) => part === '' || attached.has(partitionName(table, part)))
}

/** With the numbers that the database gave them. */
const insertLeft = async (client: pg.PoolClient, organizationId: string): Promise<number> => {
  const { rows } = await client.query<{ table: string; columns: string }>(
    `select c.relname as table, string_agg(quote_ident(attname), ', ') as columns
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and attgenerated = ''
       -- A migration may have added columns since. They get their defaults.
       and (select content::jsonb ? attname::text from moved_rows
            where organization_id = $1 and state = 'left' and table_name = c.relname limit 1)
       and c.relname in (select table_name from moved_rows where organization_id = $1 and state = 'left')
     group by 1`,
    [organizationId],
  )
  const columnsOf = new Map(rows.map(({ table, columns }) => [table, columns]))
  let inserted = 0
  for (const table of parentsFirst(await parentsOf(client), [...columnsOf.keys()])) {
    const columns = columnsOf.get(table)
    const { rowCount } = await client.query(
      `insert into ${table} (${columns}) overriding system value select ${columns} from (
         select r.* from moved_rows m, json_populate_record(null::${table}, m.content) r
         where m.organization_id = $1 and m.state = 'left' and m.table_name = '${table}') as back`,
      [organizationId],
    )
    inserted += rowCount ?? 0
  }
  return inserted
}
