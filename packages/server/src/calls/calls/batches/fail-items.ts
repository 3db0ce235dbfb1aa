import type { Refusal } from '@nani/foundation/core/index.ts'
import { type Database, defineFence, writeChanges } from '@nani/foundation/storage/index.ts'
import { releasedFundsEffect } from '../../../money/billing/index.ts'
import { closedWorkEffect, releasedUsageEffect } from '../../../money/metering/index.ts'
import { refusedWorkEffects } from '../jobs/refused-work.ts'
import { type AcceptedBatch, acceptedMs, batchDay } from './batches.ts'

export type ItemFailure = {
  position: number
  sealedError: Buffer
  /** What is held for the item. */
  quoted: number
  refusal: Refusal
}

const failedItem = defineFence({
  name: 'failed_item',
  columns: { batch_id: 'text', batch_day: 'date', position: 'integer', sealed_error: 'bytea' },
  opens: ({ application, changes, id, column, anyOf }) =>
    `update batch_items i set status = 'failed', sealed_error = ${column.sealed_error}, sealed_request = null
     from ${changes}
     where i.application_id = ${application} and i.batch_id = ${column.batch_id} and i.day = ${column.batch_day}
       and i.position = ${column.position} and i.status in ('pending', 'running')
       and i.batch_id = ${anyOf(column.batch_id)} and i.position = ${anyOf(column.position)}
     returning ${id}`,
})

/** Fails open items of one batch in one statement. Returns how many were still open. */
export const failItems = async (
  database: Database,
  { applicationId, batchId, service, reserved }: AcceptedBatch,
  failures: readonly ItemFailure[],
): Promise<number> => {
  const effects = [closedWorkEffect('items'), ...(reserved ? [releasedUsageEffect(acceptedMs(batchId))] : [])]
  const failed = await writeChanges(
    database,
    applicationId,
    failures.map(({ position, sealedError, quoted, refusal }) => ({
      id: `${batchId} ${position}`,
      service,
      scopes: null,
      atMs: acceptedMs(batchId),
      fence: failedItem({
        batch_id: batchId,
        batch_day: batchDay(batchId),
        position,
        sealed_error: sealedError,
      }),
      effects: [
        ...effects,
        ...(quoted > 0 ? [releasedFundsEffect(quoted)] : []),
        ...refusedWorkEffects(refusal),
      ],
    })),
  )
  return failed.size
}
