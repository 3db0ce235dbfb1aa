import { errorLine, makeOnce } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { startQueue } from '@nani/foundation/storage/index.ts'

type Needs = Pick<Platform, 'pool' | 'ownerPool' | 'ownsSchema' | 'migrates' | 'log' | 'role'>

/** The queue of jobs and batches. */
export const queueModule = defineModule({
  name: 'queue',
  async open({ pool, ownerPool, ownsSchema, migrates: migrate, log, role }: Needs) {
    const upkeepPool = ownsSchema && role !== 'api' ? ownerPool : null
    const queue = await startQueue({ pool, upkeepPool, migrate }, (error) =>
      log(`queue: ${errorLine(error)}`, 'error'),
    )
    // The workers stop first. This stops the queue of a server that did not open completely.
    const stop = makeOnce(queue.stop)
    return {
      provides: { queue: { ...queue, stop } },
      readiness: { queue: () => queue.isRunning(role !== 'api') },
      stop,
    }
  },
})
