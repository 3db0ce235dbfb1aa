import type { Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { AlreadySettled } from '../ledger/index.ts'
import { type AsynchronousDependencies, openJson, sealJson } from './asynchronous.ts'
import { attempt } from './attempt.ts'
import { batchContext, batchDay, finishBatch, itemContext } from './batches.ts'
import { mapBounded } from './bounded.ts'
import { eraseCancelled } from './erase-cancelled.ts'
import type { Origin } from './perform.ts'
import type { ChunkTask } from './queue.ts'
import type { Service } from './service.ts'
import { failedItem } from './synchronous-batch.ts'

const concurrentItems = 32
/** So many groups are under way, each of which begins and ends together: what has not begun can still be cancelled. */
const concurrentGroups = 4

type OpenItem = { position: number; sealed_request: Buffer }
type Chunk = { task: ChunkTask; service: Service; application: Application; origin: Origin }

/**
 * Performs a chunk of a batch. Items that a process left running when it died are taken up again; an item is
 * settled by the statement that commits its result, and only if it was still open, so that none is done or
 * charged twice however often a chunk runs.
 */
export const performChunk = async (
  task: ChunkTask,
  dependencies: AsynchronousDependencies,
): Promise<void> => {
  const { pool, requestsVault, serviceByName, applicationById } = dependencies
  const { applicationId, batchId } = task
  await eraseCancelled(task, dependencies)
  const { rows: batches } = await pool.query<{ service: string; sealed_context: Buffer }>({
    name: 'read-batch-context',
    text: `select service, sealed_context from batches
           where application_id = $1 and batch_id = $2 and completed_at is null`,
    values: [applicationId, batchId],
  })
  const batch = batches[0]
  const application = await applicationById(applicationId)
  if (!batch || !application) return
  const chunk: Chunk = {
    task,
    application,
    service: serviceByName(batch.service),
    origin: openJson(requestsVault, batch.sealed_context, batchContext(applicationId, batchId)),
  }
  const atOnce = chunk.service.concurrentItems ?? concurrentItems
  await mapBounded(groupsOf(task, Math.ceil(atOnce / concurrentGroups)), concurrentGroups, async (group) => {
    const items = await begin(group, dependencies)
    await mapBounded(items, items.length, (item) => performItem(chunk, item, dependencies))
  })
  await eraseCancelled(task, dependencies)
  await finishBatch(pool, applicationId, batchId, dependencies)
  dependencies.wakeDeliveries(applicationId)
}

const groupsOf = (task: ChunkTask, size: number): ChunkTask[] => {
  const groups: ChunkTask[] = []
  for (let from = task.from; from < task.to; from += size)
    groups.push({ ...task, from, to: Math.min(from + size, task.to) })
  return groups
}

/** From here on a cancel leaves these items alone (decisions §5). */
const begin = async (task: ChunkTask, { pool }: AsynchronousDependencies): Promise<OpenItem[]> => {
  const { rows } = await pool.query<OpenItem>({
    name: 'begin-items',
    text: `update batch_items set status = 'running'
           where application_id = $1 and batch_id = $2 and day = $3 and position >= $4 and position < $5
             and status in ('pending', 'running')
           returning position, sealed_request`,
    values: [task.applicationId, task.batchId, batchDay(task.batchId), task.from, task.to],
  })
  return rows
}

const performItem = async (chunk: Chunk, item: OpenItem, dependencies: AsynchronousDependencies) => {
  const { applicationId, batchId } = chunk.task
  const context = itemContext(applicationId, batchId, item.position)
  const request = openJson<{ reference: string }>(dependencies.requestsVault, item.sealed_request, context)
  const settles = { kind: 'item', batchId, batchDay: batchDay(batchId), position: item.position } as const
  const { service, application, origin } = chunk
  const refusal = await attempt(service, request, application, origin, settles, dependencies).catch(
    (error) => {
      // Another run of this chunk settled the item meanwhile: its result stands, ours is dropped.
      if (error instanceof AlreadySettled) return null
      throw error
    },
  )
  if (refusal) await failItem(chunk.task, item.position, request.reference, refusal, dependencies)
}

const failItem = async (
  task: ChunkTask,
  position: number,
  reference: string,
  refusal: Refusal,
  { pool, requestsVault }: AsynchronousDependencies,
) => {
  const { applicationId, batchId } = task
  const sealed = sealJson(
    requestsVault,
    failedItem(reference, refusal),
    itemContext(applicationId, batchId, position),
  )
  await pool.query({
    name: 'fail-item',
    text: `update batch_items set status = 'failed', sealed_error = $5, sealed_request = null
           where application_id = $1 and batch_id = $2 and day = $3 and position = $4 and status = 'running'`,
    values: [applicationId, batchId, batchDay(batchId), position, sealed],
  })
}
