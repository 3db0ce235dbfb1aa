import { Refusal } from '@nani/foundation/core/index.ts'
import type { ChunkTask } from '@nani/foundation/storage/index.ts'
import { batchDay, itemContext } from '../batches/batches.ts'
import { failedItem } from '../batches/synchronous-batch.ts'
import type { CallsDependencies } from '../dependencies.ts'
import { openJson, sealJson } from '../results/sealed-json.ts'

/**
 * Deletes the requests of cancelled items of a chunk and keeps their references. A photograph that is not needed any more
 * must not be stored until its retention ends.
 */
export const eraseCancelled = async (
  { applicationId, batchId, from, to }: ChunkTask,
  { pool, requestsVault }: Pick<CallsDependencies, 'pool' | 'requestsVault'>,
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
