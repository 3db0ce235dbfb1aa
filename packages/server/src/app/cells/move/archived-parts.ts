import { type ArchivedTable, archivedTableNames, readArchivedDays } from '@nani/foundation/archive/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { deleteInTurns } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { anotherCommand, readFence } from './fence.ts'

/*
 * An archived day of a database gets no rows any more: they would be in no file, and the day would be deleted at the end of its retention.
 * So a move waits until both databases have archived a day, and a day waits while rows of it are on their way.
 */

type Client = Pick<pg.ClientBase, 'query'>

/** Throws if the organization brings rows of a day that the target has archived. */
export const requireNoArchivedDay = async (target: Client, organizationId: string): Promise<void> => {
  const { rows } = await target.query<{ table: string; day: string }>(
    `select distinct table_name as table, part as day from moved_rows
     where organization_id = $1 and state = 'arriving' and part <> ''`,
    [organizationId],
  )
  await requireNotArchived(target, rows)
}

/** The same for rows that were just written to the tables of the product. */
export const requireNotArchived = async (
  target: Client,
  parts: readonly Part[],
  refusal = notBegun,
): Promise<void> => {
  if (parts.length === 0) return
  const archived = new Set((await readArchivedDays(target)).map(({ table, day }) => `${table} ${day}`))
  const found = parts.find(({ table, day }) => archived.has(`${table} ${day}`))
  if (found) throw refusal(found)
}

type Part = { table: string; day: string }
const notBegun = ({ table, day }: Part): Refusal =>
  new Refusal(
    'organization_not_moved',
    `The other database has archived ${table} of ${day}, and this one has not. Nothing is moved.`,
    { next: 'Run: nani archive run. It says why a day waits. Then repeat.' },
  )

/** The database of before is left for good. */
export const notCompleted = ({ table, day }: Part): Refusal =>
  new Refusal(
    'organization_not_moved',
    `The other database has archived ${table} of ${day} without the rows of the organization. The move is not completed.`,
    { next: 'Take the move back: nani cells undo-move. Run: nani archive run. Then repeat.' },
  )

type Refused = {
  organizationId: string
  source: { owner: pg.Pool }
  target: { owner: pg.Pool }
  requireAlone(): Promise<void>
}

/**
 * No day waits for the copies of a move that was refused. A repeated move copies them again. Once the source refuses writes for good, they
 * are needed. So they are if another command has taken over.
 */
export const leaveNoCopies = async (refused: Refused, error: unknown): Promise<never> => {
  try {
    if (error instanceof Refusal) await eraseCopiesOfDays(refused)
  } catch {
    // They are needed, or a worker erases them later.
  }
  throw error
}

const eraseCopiesOfDays = ({ organizationId, source, target, requireAlone }: Refused): Promise<number> =>
  deleteInTurns(
    target.owner,
    `delete from moved_rows where ctid = any(array(
       select ctid from moved_rows where organization_id = $1 and state = 'arriving' and table_name = any($2) limit $3))`,
    [organizationId, archivedTableNames],
    {
      // Another command may have taken over since the last turn.
      async beforeTurn() {
        await requireAlone()
        if ((await readFence(source.owner, organizationId))?.isMoved) throw anotherCommand()
      },
    },
  )

/** Why a day of a database may not be archived yet: rows of an organization that moves to it have the day. Null: nothing. */
export const whyRowsWait = async (
  client: Client,
  { table, day }: { table: ArchivedTable; day: string },
): Promise<string | null> => {
  const { rowCount } = await client.query(
    `select from moved_rows where state = 'arriving' and table_name = $1 and part = $2 limit 1`,
    [table, day],
  )
  return rowCount === 0 ? null : 'An organization that moves here has rows of the day.'
}
