import { createBatcher, idTime, mapWithConcurrency, Refusal } from '@nani/foundation/core/index.ts'
import type { ChunkTask } from '@nani/foundation/storage/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { AlreadyCompleted } from '../../commit/index.ts'
import { acceptedMs, batchContext, batchDay, finishBatch, itemContext } from '../batches/batches.ts'
import { failItems, type ItemFailure } from '../batches/fail-items.ts'
import { type NumberOf, numbersFrom } from '../batches/reserve-numbers.ts'
import { failedItem } from '../batches/synchronous-batch.ts'
import type { CallsDependencies } from '../dependencies.ts'
import { performWithRetry } from '../perform-with-retry.ts'
import type { Invocation } from '../requests/invocation.ts'
import { openJson, sealJson } from '../results/sealed-json.ts'
import { itemCompletion } from './complete-work.ts'
import { eraseCancelled } from './erase-cancelled.ts'
import { secondsUntilRetry } from './retry-later.ts'
import { refusalOfStarts, takeBackItemStarts } from './starts.ts'
import { suspectTurnsOf } from './suspect-turns.ts'

const concurrentItems = 32
/**
 * Groups under way. The items of a group begin together, so that they share their statements: larger groups have fewer.
 * Items that have not begun can still be cancelled.
 */
const concurrentGroups = 2
/** After this time a chunk begins no more items if another application waits for its worker. */
const turnMs = 250

type OpenItem = { position: number; sealed_request: Buffer; starts: number; quoted: number | null }
type Run = {
  task: ChunkTask
  invocation: Invocation
  reserved: boolean
  numberOf: NumberOf
  begun: Set<number>
  /** Items whose refusal may pass: they are performed again after some seconds. */
  later: { position: number; seconds: number }[]
  /** Items that fail at the same time fail in one statement. */
  fail(failure: ItemFailure): Promise<void>
}

/**
 * Performs a chunk of a batch, or the part that one turn allows. Items that were running when a process died are performed
 * again. The statement that commits a result completes its item, and only if the item is still open. No item is therefore
 * done or charged twice.
 */
export const performChunk = async (task: ChunkTask, dependencies: CallsDependencies): Promise<void> => {
  const { pool } = dependencies
  const { applicationId, batchId } = task
  await eraseCancelled(task, dependencies)
  const run = await openRun(task, dependencies)
  if (!run) return
  try {
    const rest = await performItems(run, dependencies)
    await performItemsLater(run, dependencies)
    if (rest) return await continueLater(rest, dependencies)
  } catch (error) {
    await takeBackItemStarts(task, [...run.begun], dependencies)
    throw error
  }
  await eraseCancelled(task, dependencies)
  await finishBatch(pool, applicationId, batchId, dependencies)
  dependencies.wakeDeliveries(applicationId)
}

type BatchContext = {
  service: string
  sealed_context: Buffer
  reserved: boolean
  first_number: number | null
}

const openRun = async (task: ChunkTask, dependencies: CallsDependencies): Promise<Run | null> => {
  const { pool, requestsVault, serviceByName, applicationById } = dependencies
  const { applicationId, batchId } = task
  const { rows } = await pool.query<BatchContext>({
    name: 'read-batch-context',
    text: `select service, sealed_context, reserved, first_number from batches
           where application_id = $1 and batch_id = $2 and completed_at is null`,
    values: [applicationId, batchId],
  })
  const batch = rows[0]
  const application = await applicationById(applicationId)
  if (!batch || !application) return null
  const target = { applicationId, batchId, service: batch.service, reserved: batch.reserved }
  return {
    task,
    invocation: {
      application,
      service: serviceByName(batch.service),
      origin: openJson(requestsVault, batch.sealed_context, batchContext(applicationId, batchId)),
    },
    reserved: batch.reserved,
    numberOf: numbersFrom(batch.first_number, acceptedMs(batchId)),
    begun: new Set(),
    later: [],
    fail: createBatcher<ItemFailure, undefined>(
      async (failures) => {
        await failItems(pool, target, failures)
        return failures.map(() => undefined)
      },
      {
        maxInFlight: 1,
        maxGroup: concurrentItems,
        maxWaiting: 1_000,
        overflow: () => new Refusal('overloaded', { retry_after: 1 }),
      },
    ),
  }
}

/** Returns the part of the chunk that has to wait for another turn, or null. */
const performItems = async (run: Run, dependencies: CallsDependencies): Promise<ChunkTask | null> => {
  const { task } = run
  const isOver = turnOf(run, dependencies)
  const suspects = await readSuspects(task, dependencies)
  let restFrom = task.to
  const concurrency = run.invocation.service.concurrentItems ?? concurrentItems
  const groups = groupsOf(task, Math.ceil(concurrency / concurrentGroups))
  await mapWithConcurrency(groups, concurrentGroups, async (group) => {
    if (await isOver()) restFrom = Math.min(restFrom, group.from)
    else await performGroup(run, group, 'fresh', dependencies)
  })
  // One at a time in the whole process. Of the items that were under way when it died, only the one that killed it does
  // not end when it runs alone.
  for (const { position, starts } of suspects) {
    if (await isOver()) return task
    const alone = { ...task, from: position, to: position + 1 }
    await suspectTurnsOf(dependencies.pool).take(starts, () => performGroup(run, alone, 'any', dependencies))
  }
  return restFrom < task.to ? { ...task, from: restFrom } : null
}

/**
 * Whether the turn of a chunk is over. It continues after its time while no other application waits: to leave the rest
 * to the queue costs more statements than many items.
 */
const turnOf = ({ task, begun }: Run, { clock, queue }: CallsDependencies): (() => Promise<boolean>) => {
  let endsMs = clock.now() + turnMs
  let isOver = false
  return async () => {
    // A turn performs at least one item, so that the chunk ends.
    if (isOver || begun.size === 0 || clock.now() < endsMs) return isOver
    endsMs = clock.now() + turnMs
    if (await queue.isAwaited('chunks', task.applicationId)) isOver = true
    return isOver
  }
}

const performGroup = async (
  run: Run,
  group: ChunkTask,
  which: 'fresh' | 'any',
  dependencies: CallsDependencies,
) => {
  const items = await begin(group, which, dependencies)
  for (const { position } of items) run.begun.add(position)
  await mapWithConcurrency(items, items.length, (item) => performItem(run, item, dependencies))
}

const groupsOf = (task: ChunkTask, size: number): ChunkTask[] => {
  const groups: ChunkTask[] = []
  for (let from = task.from; from < task.to; from += size)
    groups.push({ ...task, from, to: Math.min(from + size, task.to) })
  return groups
}

/** Items that another run began and did not end. Those with the fewest starts are first. */
const readSuspects = async (
  { applicationId, batchId, from, to }: ChunkTask,
  { pool }: CallsDependencies,
): Promise<{ position: number; starts: number }[]> => {
  const { rows } = await pool.query<{ position: number; starts: number }>({
    name: 'read-suspects',
    text: `select position, starts from batch_items
           where application_id = $1 and batch_id = $2 and day = $3 and position >= $4 and position < $5
             and status = 'running' and starts > 0
           order by starts, position`,
    values: [applicationId, batchId, batchDay(batchId), from, to],
  })
  return rows
}

/** Counts the start of each item. A cancellation does not affect these items any more (spec/request-modes#cancellation). */
const begin = async (
  task: ChunkTask,
  which: 'fresh' | 'any',
  { pool }: CallsDependencies,
): Promise<OpenItem[]> => {
  const { rows } = await pool.query<OpenItem>({
    name: 'begin-items',
    text: `update batch_items set status = 'running', starts = starts + 1
           where application_id = $1 and batch_id = $2 and day = $3 and position >= $4 and position < $5
             and (status = 'pending' or (status = 'running' and (starts = 0 or $6 = 'any')))
           returning position, sealed_request, starts, quoted`,
    values: [task.applicationId, task.batchId, batchDay(task.batchId), task.from, task.to, which],
  })
  return rows
}

const performItem = async (run: Run, item: OpenItem, dependencies: CallsDependencies) => {
  const { applicationId, batchId } = run.task
  const { position } = item
  const context = itemContext(applicationId, batchId, position)
  const { requestsVault } = dependencies
  const request = openJson<{ reference: string }>(requestsVault, item.sealed_request, context)
  // An item that waits for the register kills no process, so its start is not counted during the wait.
  const pause = async (ms: number) => {
    await takeBackItemStarts(run.task, [position], dependencies)
    await dependencies.pause(ms)
    await begin({ ...run.task, from: position, to: position + 1 }, 'any', dependencies)
  }
  const refusal =
    refusalOfStarts(`item ${position} of ${batchId}`, item.starts, dependencies) ??
    (await attemptItem(run, item, request, { ...dependencies, pause }))
  if (!refusal) return
  const acceptedMs = idTime('bat', batchId) ?? 0
  const seconds = secondsUntilRetry(refusal, acceptedMs, dependencies.clock.now())
  if (seconds !== null) return void run.later.push({ position, seconds })
  const sealedError = sealJson(requestsVault, failedItem(request.reference, refusal), context)
  await run.fail({ position, sealedError, refusal, quoted: item.quoted ?? 0 })
}

const attemptItem = async (
  { task: { batchId }, invocation, reserved, numberOf }: Run,
  { position, quoted }: OpenItem,
  request: { reference: string },
  dependencies: CallsDependencies,
): Promise<Refusal | null> => {
  const completion = itemCompletion({ batchId, batchDay: batchDay(batchId), position }, reserved)
  try {
    const accepted = quoted === null ? undefined : { quoted, atMs: acceptedMs(batchId) }
    const item = {
      ...invocation,
      itemReference: request.reference,
      ...(accepted && { accepted }),
      ...numberOf(position),
    }
    return await performWithRetry(item, request, () => completion, dependencies)
  } catch (error) {
    // Another run of this chunk has completed the item. Its result counts, and ours is dropped.
    if (error instanceof AlreadyCompleted) return null
    throw error
  }
}

/** Each waits on its own, so that it delays no other item. Until then it can be cancelled. */
const performItemsLater = async ({ task, later }: Run, { pool, queue }: CallsDependencies): Promise<void> => {
  if (later.length === 0) return
  const { applicationId, batchId } = task
  await inTransaction(pool, async (client) => {
    await client.query({
      name: 'perform-items-later',
      text: `update batch_items set status = 'pending', starts = greatest(starts - 1, 0)
             where application_id = $1 and batch_id = $2 and day = $3 and position = any($4) and status = 'running'`,
      values: [applicationId, batchId, batchDay(batchId), later.map(({ position }) => position)],
    })
    for (const { position, seconds } of later)
      await queue.enqueueLater('chunks', [{ ...task, from: position, to: position + 1 }], client, seconds)
  })
}

/** Puts the rest at the end of the current turn of the queue. */
const continueLater = async (rest: ChunkTask, { pool, queue }: CallsDependencies): Promise<void> => {
  await inTransaction(pool, (client) => queue.enqueue('chunks', [rest], client, 0))
  queue.wake('chunks')
}
