import { Refusal } from '@nani/foundation/core/index.ts'
import type { ChunkTask, JobTask } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { batchDay } from '../batches/batches.ts'
import type { CallsDependencies } from '../dependencies.ts'

/**
 * A start is counted in the row of a job or an item before it is performed. The first start proves nothing, because
 * other work was under way when the process died. Work that was then started alone three times and never ended has
 * killed its process each time, and fails.
 */
export const maxStarts = 4

/** The refusal of work that was started too often, because it killed its process. Null while it may be performed. */
export const refusalOfStarts = (
  what: string,
  starts: number,
  { onInternalError }: Pick<CallsDependencies, 'onInternalError'>,
): Refusal | null => {
  if (starts <= maxStarts) return null
  onInternalError(`${what} was started ${maxStarts} times and never ended; it has failed`)
  return new Refusal('internal_error')
}

type Dependencies = { pool: pg.Pool; pause(ms: number): Promise<void> }

const maxTries = 60
const betweenTriesMs = 1_000

/**
 * Takes starts back that ended in a fault of something else, such as an unavailable database. The process lives, so the
 * work has not killed it. It tries until the database answers, for at most a minute.
 */
const takeBack = async ({ pause }: Dependencies, update: () => Promise<unknown>): Promise<void> => {
  for (let tries = 0; tries < maxTries; tries++) {
    const done = await update().then(
      () => true,
      () => false,
    )
    if (done) return
    await pause(betweenTriesMs)
  }
}

export const takeBackItemStarts = (
  { applicationId, batchId }: ChunkTask,
  positions: readonly number[],
  dependencies: Dependencies,
): Promise<void> =>
  takeBack(dependencies, () =>
    dependencies.pool.query({
      name: 'take-back-item-starts',
      text: `update batch_items set starts = starts - 1
             where application_id = $1 and batch_id = $2 and day = $3 and position = any($4)
               and status = 'running' and starts > 0`,
      values: [applicationId, batchId, batchDay(batchId), positions],
    }),
  )

export const takeBackJobStart = (
  { applicationId, jobId }: JobTask,
  dependencies: Dependencies,
): Promise<void> =>
  takeBack(dependencies, () =>
    dependencies.pool.query({
      name: 'take-back-job-start',
      text: `update jobs set starts = starts - 1
             where application_id = $1 and job_id = $2 and status = 'pending' and starts > 0`,
      values: [applicationId, jobId],
    }),
  )
