import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction, type OpenTask, type Queue, takeTasks } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { networkChanged } from '../../../risk/fraud-network/index.ts'
import { inUse, isLockNotAvailable, putUpTriggers, requireTriggers } from './fence-triggers.ts'
import { type Fenced, partsOf, rowsOf, type Summary, workedTables } from './moved-tables.ts'
import { childrenFirst, parentsOf } from './table-order.ts'

/*
 * A fence refuses the writes of an organization in the database that it leaves: those of calls, of background work and of acts. It is
 * closed for some seconds and opens by itself, so that a move that is killed costs its callers no more than that. When all rows are in
 * the other database, it is closed for good.
 */

/** `command`: the command that put the fence up last. An earlier one may not change it any more. */
export type OwnFence = Fenced & { command: string }

/** What the database of before knows of a move. `summary`: what the other database must have, once it is moved. */
export type Fence = OwnFence & { isMoved: boolean; isCompleted: boolean; summary: readonly Summary[] }

type Row = {
  organization_id: string
  application_ids: string[]
  target: string
  command: string
  moved_at: Date | null
  completed_at: Date | null
  summary: Summary[] | null
}

export const readFence = async (
  database: Pick<pg.ClientBase, 'query'>,
  organizationId: string,
): Promise<Fence | null> => {
  const { rows } = await database.query<Row>(
    `select organization_id, application_ids, target, command, moved_at, completed_at, summary
     from move_fences where organization_id = $1`,
    [organizationId],
  )
  const [row] = rows
  if (!row) return null
  const { application_ids: owners, target, command, moved_at, completed_at, summary } = row
  return {
    ...{ organizationId, owners, target, command },
    ...{ isMoved: moved_at !== null, isCompleted: completed_at !== null, summary: summary ?? [] },
  }
}

/** Moves that can only be completed, and were not in this time. */
export const incompleteMoves = async (
  database: Pick<pg.ClientBase, 'query'>,
  afterMs: number,
): Promise<Pick<Fence, 'organizationId' | 'target'>[]> => {
  const { rows } = await database.query<Row>(
    `select organization_id, target from move_fences where completed_at is null
     and moved_at < clock_timestamp() - $1 * interval '1 millisecond'`,
    [afterMs],
  )
  return rows.map(({ organization_id: organizationId, target }) => ({ organizationId, target }))
}

/** Lets the statements of this transaction through the fence. */
export const passFence = async (client: pg.ClientBase, organizationId: string): Promise<void> => {
  await client.query(`select set_config('nani.moves', $1, true)`, [organizationId])
}

/** Puts up an open fence, in place of that of an earlier command. */
export const putUpFence = async (source: pg.Pool, fenced: Fenced): Promise<OwnFence> => {
  const { organizationId, owners, target } = fenced
  const { rows } = await source.query<{ command: string }>(
    `insert into move_fences (organization_id, application_ids, target, begun_at, command)
     values ($1, $2, $3, clock_timestamp(), gen_random_uuid())
     on conflict (organization_id) do update set application_ids = excluded.application_ids, target = excluded.target,
       begun_at = excluded.begun_at, command = excluded.command, refuses_until = '-infinity'
       where move_fences.moved_at is null
     returning command`,
    [organizationId, owners, target],
  )
  const [own] = rows
  if (!own) throw anotherCommand()
  await putUpTriggers(source, fenced)
  return { ...fenced, command: own.command }
}

export const anotherCommand = (): Refusal =>
  new Refusal('organization_not_moved', 'Another command moves it.', { next: 'Repeat the command later.' })

/** Closes the fence for a time, after the transactions that it let through. Writes of the organization are refused from then on. */
export const closeFence = async (
  source: pg.Pool,
  { organizationId, command }: OwnFence,
  forMs: number,
): Promise<void> => {
  await inTransaction(source, async (client) => {
    await client.query(`set local lock_timeout = '2s'`)
    await client.query('select from move_fences where organization_id = $1 for update', [organizationId])
    const { rowCount } = await client.query(
      `update move_fences set refuses_until = clock_timestamp() + $3 * interval '1 millisecond'
       where organization_id = $1 and command = $2 and moved_at is null`,
      [organizationId, command, forMs],
    )
    if (rowCount === 0) throw anotherCommand()
  }).catch((error: unknown) => {
    throw isLockNotAvailable(error) ? inUse(error) : error
  })
}

/** Opens the fence before its time is over. */
export const openFence = async (source: pg.Pool, { organizationId, command }: OwnFence): Promise<void> => {
  await source.query(
    `update move_fences set refuses_until = '-infinity'
     where organization_id = $1 and command = $2 and moved_at is null`,
    [organizationId, command],
  )
}

/** The fence opened before the move was ready: writes may have happened since. */
const tookTooLong = (): Refusal =>
  new Refusal(
    'organization_not_moved',
    'The move took longer than writes may be refused. Nothing is moved.',
    {
      next: 'Repeat it, and let it refuse writes for a longer time.',
    },
  )

/** What is left of the time for the commits and for home, which names the other database. */
const restMs = 1_000

/**
 * Closes the fence for good, in a transaction of the database of before. From then on the rows of the other database are those of the
 * organization. What background work would see is kept for a day in another table. `summary`: the rows that were copied.
 */
export const closeForGood = async (
  client: pg.PoolClient,
  fence: OwnFence,
  summary: readonly Summary[],
): Promise<void> => {
  const { organizationId, owners, command } = fence
  await passFence(client, organizationId)
  const { rows } = await client.query<{ command: string }>(
    'select command from move_fences where organization_id = $1 for update',
    [organizationId],
  )
  if (rows[0]?.command !== command) throw anotherCommand()
  const { rowCount } = await client.query(
    `update move_fences set moved_at = clock_timestamp(), summary = $3
     where organization_id = $1 and moved_at is null
       and refuses_until - $2 * interval '1 millisecond' > clock_timestamp()`,
    [organizationId, restMs, JSON.stringify(summary)],
  )
  if (rowCount === 0) throw tookTooLong()
  await requireTriggers(client, fence)
  await requireNetworkKnown(client, owners)
  const copied = new Map(summary.map(({ table, rows }) => [table, rows]))
  // Before the objects by which it finds the rows are gone.
  await requireNoOtherRows(client, fence, copied)
  for (const table of childrenFirst(
    await parentsOf(client),
    workedTables.filter((table) => copied.has(table)),
  )) {
    const { rowCount } = await client.query(
      `with gone as (delete from ${table} t where ${rowsOf(table, '$2')} returning row_to_json(t) as content)
       insert into moved_rows (organization_id, state, table_name, part, content, written_at)
       select $1, 'left', '${table}', '', content, clock_timestamp() from gone`,
      [organizationId, owners],
    )
    // A process of an earlier release may have written it although the wallet is fenced.
    if (rowCount !== copied.get(table)) throw changedMeanwhile(table)
  }
  await client.query(
    `insert into moved_rows (organization_id, state, table_name, part, content, written_at)
     select $1, 'left', $2, '', content, clock_timestamp() from unnest($3::json[]) as content`,
    [organizationId, tasksLeft, (await takeTasks(client, owners)).map((task) => JSON.stringify(task))],
  )
}

const changedMeanwhile = (table: string): Refusal =>
  new Refusal('organization_not_moved', `Rows of ${table} were written meanwhile. Nothing is moved.`, {
    next: 'Repeat the command.',
  })

/** Rows of a table that had none when the copies were compared. */
const requireNoOtherRows = async (
  client: pg.PoolClient,
  { owners }: OwnFence,
  copied: ReadonlyMap<string, number>,
): Promise<void> => {
  for (const table of partsOf.keys()) {
    if (copied.has(table)) continue
    const { rowCount } = await client.query(`select from ${table} where ${rowsOf(table, '$1')} limit 1`, [
      owners,
    ])
    if (rowCount !== 0) throw changedMeanwhile(table)
  }
}

/** Home must know what the cases did, before they act in another database: the order of their changes counts. */
const requireNetworkKnown = async (
  client: pg.PoolClient,
  applicationIds: readonly string[],
): Promise<void> => {
  const { rowCount } = await client.query(
    `select from cell_outbox where kind = $1 and content ->> 'application_id' = any($2) limit 1`,
    [networkChanged.kind, applicationIds],
  )
  if (rowCount !== 0)
    throw new Refusal(
      'organization_not_moved',
      'A change of the fraud network by one of its cases is not carried to home yet.',
      { next: 'Repeat the command.' },
    )
}

/** The name under which the tasks of the queue are kept. */
const tasksLeft = 'pgboss.job'

/** The tasks of the queue that a closed fence took away. */
export const leftTasks = async (
  source: Pick<pg.ClientBase, 'query'>,
  organizationId: string,
): Promise<OpenTask[]> => {
  const { rows } = await source.query<{ content: OpenTask }>(
    `select content from moved_rows where organization_id = $1 and state = 'left' and table_name = $2`,
    [organizationId, tasksLeft],
  )
  return rows.map(({ content }) => content)
}

export const enqueueTasks = async (
  queue: Queue,
  tasks: readonly OpenTask[],
  client: pg.PoolClient,
): Promise<void> => {
  for (const name of ['jobs', 'chunks'] as const) {
    const ofName = tasks.flatMap((task) => (task.name === name ? [task.task] : []))
    if (ofName.length > 0) await queue.enqueue(name, ofName as never, client, 0)
  }
}
