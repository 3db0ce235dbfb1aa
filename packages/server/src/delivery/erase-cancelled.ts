import { Refusal } from '../core/index.ts'
import { type AsynchronousDependencies, openJson, sealJson } from './asynchronous.ts'
import { batchDay, itemContext } from './batches.ts'
import type { ChunkTask } from './queue.ts'
import { failedItem } from './synchronous-batch.ts'

/**
 * What was asked in cancelled items of a chunk is forgotten, but for the reference that its result is told under: a
 * photograph that nobody will look at any more must not wait for its retention to pass.
 */
export const eraseCancelled = async (
  { applicationId, batchId, from, to }: ChunkTask,
  { pool, requestsVault }: Pick<AsynchronousDependencies, 'pool' | 'requestsVault'>,
): Promise<void> => {
  const { rows } = await pool.query<{ position: number; sealed_request: Buffer }>({
    name: 'read-cancelled-items',
    text: `select position, sealed_request from batch_items
           where application_id = $1 and batch_id = $2 and day = $3 and position >= $4 and position < $5
             and status = 'failed' and sealed_error is null and sealed_request is not null`,
    values: [applicationId, batchId, batchDay(batchId), from, to],
  })
  if (rows.length === 0) return
  const errors = rows.map(({ position, sealed_request }) => {
    const context = itemContext(applicationId, batchId, position)
    const { reference } = openJson<{ reference: string }>(requestsVault, sealed_request, context)
    return sealJson(requestsVault, failedItem(reference, new Refusal('batch_cancelled')), context)
  })
  await pool.query({
    name: 'erase-cancelled-items',
    text: `update batch_items i set sealed_error = c.sealed_error, sealed_request = null
           from unnest($4::integer[], $5::bytea[]) as c(position, sealed_error)
           where i.application_id = $1 and i.batch_id = $2 and i.day = $3 and i.position = c.position`,
    values: [applicationId, batchId, batchDay(batchId), rows.map(({ position }) => position), errors],
  })
}
