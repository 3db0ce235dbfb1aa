import { Refusal } from '@nani/foundation/core/index.ts'
import {
  inTransaction,
  type OpenTask,
  type Queue,
  startQueue,
  tenantColumn,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { cellOfMoney } from '../../../gateway/acts/index.ts'
import { holdActs } from '../../../register/register-outbox/index.ts'
import { keepCaseKeys } from '../../../risk/fraud-network/index.ts'
import { home, writePlace } from '../places.ts'
import { leaveNoCopies, notCompleted, requireNoArchivedDay, requireNotArchived } from './archived-parts.ts'
import {
  arrivedSummary,
  clearTarget,
  copyDifferences,
  createArrivedPartitions,
  firstDifference,
  insertArrived,
  requireSameShapes,
  shapesOf,
  summaryOf,
} from './arriving-rows.ts'
import {
  closeFence,
  closeForGood,
  enqueueTasks,
  type Fence,
  leftTasks,
  type OwnFence,
  openFence,
  putUpFence,
  readFence,
} from './fence.ts'
import { leaveKeys } from './forget-moves.ts'
import type { Fenced, Summary } from './moved-tables.ts'
import type { Side } from './on-side.ts'

/*
 * A move has these steps. Nothing is lost or done twice if the process ends between any two of them, and the same command goes on.
 *
 * 1. Copies arrive in the other database, while the organization works. Nothing reads them there.
 * 2. A fence refuses the writes of the organization in the database of before, for some seconds. It opens by itself.
 * 3. What changed since is copied. Both databases have the same counts and hashes.
 * 4. A transaction of the other database writes the rows to the tables of the product, and compares them again. It is open until 5 is done.
 * 5. A transaction of the database of before closes the fence for good. The organization has moved: from now on the move is only
 *    completed. Until that, calls get 503.
 * 6. Home names the other database, and processes use it.
 */

export type Move = {
  organizationId: string
  source: Side
  target: Side
  home: pg.Pool
  refuseMs: number
  /** Throws if another command may move the organization, because the connection with the lock is lost. */
  requireAlone(): Promise<void>
  /** Runs in the transaction that writes the rows. What the monitors of the other database were screened against says nothing of these. */
  markMonitors(client: pg.PoolClient, applicationIds: readonly string[]): Promise<void>
  progress(done: number, total: number, note: string): void
  pause(ms: number): Promise<void>
}

/** `refused_ms`: for how long writes were refused. Null: an earlier command refused them. */
export type Moved = { applications: number; rows: number; refused_ms: number | null }

/** Processes find out within this time that an organization has moved, also if they miss its announcement. */
export const knownAfterMs = 10_000

export const performMove = async (move: Move): Promise<Moved> => {
  const { organizationId, source, target } = move
  const known = await readFence(source.owner, organizationId)
  const queue = await startQueue({ pool: target.owner, upkeepPool: null, migrate: false }, () => {})
  try {
    const moved = known?.isMoved
      ? await complete(move, known, queue)
      : await begin(move, queue).catch((error) => leaveNoCopies(move, error))
    await move.requireAlone()
    await writePlace(move.home, {
      ...{ organizationId, source: source.name, target: target.name },
      ...{ applicationIds: moved.applicationIds, keys: await keysIn(target.owner, moved.applicationIds) },
      withMoney: moved.withMoney,
    })
    const { applicationIds, rows, startedAt } = moved
    const refused_ms = startedAt === null ? null : Math.round(performance.now() - startedAt)
    await move.pause(knownAfterMs)
    await leaveKeys(source.owner, organizationId)
    return { applications: applicationIds.length, rows, refused_ms }
  } finally {
    await queue.stop()
  }
}

/** `startedAt`: when writes were refused, by the clock of the process. */
type Done = {
  applicationIds: readonly string[]
  withMoney: boolean
  rows: number
  startedAt: number | null
}

/** An earlier release left the money in home when it placed an organization in a cell. */
const hasMoney = async ({ home: homeDatabase, source, organizationId }: Move): Promise<boolean> =>
  source.name === home || (await cellOfMoney(homeDatabase, organizationId)) === source.name

/** Steps 1 to 5. */
const begin = async (move: Move, queue: Queue): Promise<Done> => {
  const { organizationId, source, target, refuseMs, progress } = move
  const applicationIds = await applicationsOf(source.owner, organizationId)
  const withMoney = await hasMoney(move)
  const owners = withMoney ? [organizationId, ...applicationIds] : applicationIds
  const fenced: Fenced = { organizationId, owners, target: target.name }
  const shapes = await shapesOf(source.owner)
  requireSameShapes(shapes, await shapesOf(target.owner))
  await requireCopy(target.owner, organizationId)
  // It may have been there before.
  if ((await readFence(target.owner, organizationId))?.isMoved) await clearTarget(target.owner, fenced)
  else await requireNoRows(target.owner, shapes, fenced)
  const copying = { ...fenced, shapes, progress, source: source.owner, target: target.owner }
  // The second time it copies what was written meanwhile, which is less.
  for (let times = 1; times <= 2; times += 1) await copyDifferences(copying)
  await requireNoArchivedDay(target.owner, organizationId)
  await createArrivedPartitions(target.owner, organizationId)
  const fence = await putUpFence(source.owner, fenced)
  const startedAt = performance.now()
  await closeFence(source.owner, fence, refuseMs)
  try {
    const before = await copyDifferences({ ...copying, progress: () => {} })
    await keepCaseKeys(move.home, source.owner, applicationIds)
    await inTransaction(target.owner, async (client) => {
      await insertArrived(client, organizationId, shapes)
      const after = await summaryOf(client, shapes, owners)
      // A day may have been archived meanwhile. From here on, its partition is locked.
      await requireNotArchived(client, partsOfDays(after))
      await inTransaction(source.owner, async (leaving) => {
        await holdApplications(leaving, { organizationId, applicationIds }, source.name)
        await move.requireAlone()
        await closeForGood(leaving, fence, before)
        const difference = firstDifference(before, after)
        if (difference !== null)
          throw refuse(`The copies of ${difference} differ from its rows. Nothing is moved.`)
      })
      await move.markMonitors(client, applicationIds)
      await finishInTarget(client, fence, queue, await leftTasks(source.owner, organizationId))
    })
    const rows = before.reduce((sum, summary) => sum + summary.rows, 0)
    return { applicationIds, withMoney, rows, startedAt }
  } catch (error) {
    // It opens by itself too. If it is closed for good, nothing happens.
    await openFence(source.owner, fence).catch(() => {})
    throw error
  }
}

/** Goes on after step 5. */
const complete = async (move: Move, known: Fence, queue: Queue): Promise<Done> => {
  const { organizationId, source, target } = move
  if (known.target !== target.name)
    throw new Refusal('organization_not_moved', `It is being moved to ${known.target}. Complete that first.`)
  const shapes = await shapesOf(target.owner)
  // The target may have retired days since the copies were made.
  await createArrivedPartitions(target.owner, organizationId)
  await inTransaction(target.owner, async (client) => {
    const { rowCount } = await client.query(
      `select from moved_rows where organization_id = $1 and state = 'arrived' and content #>> '{}' = $2`,
      [organizationId, known.command],
    )
    if (rowCount !== 0) return
    requireAll(known.summary, await arrivedSummary(client, organizationId))
    await insertArrived(client, organizationId, shapes)
    // The columns may be others since, if the databases were migrated. Their contents were compared before.
    const inserted = await summaryOf(client, shapes, known.owners)
    requireAll(known.summary.map(withoutHash), inserted.map(withoutHash))
    await requireNotArchived(client, partsOfDays(inserted), notCompleted)
    await move.markMonitors(client, known.owners)
    await move.requireAlone()
    await finishInTarget(client, known, queue, await leftTasks(source.owner, organizationId))
  })
  // They were there when the database of before closed its fence for good.
  await applicationsOf(target.owner, organizationId)
  const summary = await summaryOf(target.owner, shapes, known.owners)
  const applicationIds = known.owners.filter((id) => id !== organizationId)
  return {
    ...{ applicationIds, startedAt: null, withMoney: known.owners.includes(organizationId) },
    rows: summary.reduce((sum, { rows }) => sum + rows, 0),
  }
}

/** The days of tables that have one. */
const partsOfDays = (summary: readonly Summary[]) =>
  summary.flatMap(({ table, part }) => (part === '' ? [] : [{ table, day: part }]))

const withoutHash = (summary: Summary): Summary => ({ ...summary, hash: '' })

/** The other database may have lost copies since, for example because a standby took its place. */
const requireAll = (expected: readonly Summary[], found: readonly Summary[]): void => {
  const difference = firstDifference(expected, found)
  if (difference !== null)
    throw new Refusal(
      'organization_not_moved',
      `The copies of ${difference} are not what the database of before had. The move is not completed.`,
      {
        next: 'Restore the other database to a time after the copies, or take the move back: nani cells undo-move',
      },
    )
}

/** In the transaction that writes the rows: what is not a copy of them. */
const finishInTarget = async (
  client: pg.PoolClient,
  { organizationId, command }: OwnFence,
  queue: Queue,
  tasks: readonly OpenTask[],
): Promise<void> => {
  // The organization was here before.
  await client.query('delete from move_fences where organization_id = $1', [organizationId])
  await client.query(`delete from moved_rows where organization_id = $1 and state in ('left', 'arrived')`, [
    organizationId,
  ])
  await client.query(
    `insert into moved_rows (organization_id, state, table_name, part, content, written_at)
     values ($1, 'arrived', '', '', to_json($2::text), clock_timestamp())`,
    [organizationId, command],
  )
  await enqueueTasks(queue, tasks, client)
}

const refuse = (why: string): Refusal => new Refusal('organization_not_moved', why)

const applicationsOf = async (
  database: Pick<pg.Pool, 'query'>,
  organizationId: string,
): Promise<string[]> => {
  const { rows } = await database.query<{ application_id: string }>(
    'select application_id from applications where organization_id = $1 order by application_id',
    [organizationId],
  )
  if (rows.length === 0) throw refuse('It has no applications.')
  return rows.map(({ application_id }) => application_id)
}

/** An application may have been created while rows were copied. From here on, none is. */
const holdApplications = async (
  client: pg.PoolClient,
  { organizationId, applicationIds }: { organizationId: string; applicationIds: readonly string[] },
  source: string,
): Promise<void> => {
  if (source === home)
    await client.query('select from organizations where organization_id = $1 for update', [organizationId])
  else await holdActs(client, organizationId)
  const now = await applicationsOf(client, organizationId)
  if (now.join() !== applicationIds.join())
    throw refuse('It has got another application meanwhile. Repeat the command.')
}

const requireCopy = async (target: pg.Pool, organizationId: string): Promise<void> => {
  const { rowCount } = await target.query('select from organizations where organization_id = $1', [
    organizationId,
  ])
  if (rowCount === 0) throw refuse('The cell has no copy of the organization yet.')
}

/** Home may have been restored to a time before an earlier move. Only what a move left there may be removed. */
const requireNoRows = async (
  target: pg.Pool,
  shapes: Parameters<typeof summaryOf>[1],
  { owners }: Fenced,
): Promise<void> => {
  const [found] = await summaryOf(target, shapes, owners)
  if (found) throw refuse(`The other database has rows of ${found.table} of the organization.`)
}

const keysIn = async (target: pg.Pool, applicationIds: readonly string[]) => {
  const { rows } = await target.query<{ api_key: string; application_id: string }>(
    `select api_key, application_id from api_keys where ${tenantColumn} = any($1)`,
    [applicationIds],
  )
  return rows
}
