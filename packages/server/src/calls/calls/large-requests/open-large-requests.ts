import { availableParallelism } from 'node:os'
import { describeError, fairLimiter, isForCallers, Refusal, WorkerPool } from '@nani/foundation/core/index.ts'
import type { LargeBody, OpenLargeBody } from '../../../gateway/gateway/index.ts'
import { LargeBatch, type PlainRefusal } from './large-batch.ts'
import type { BodyToRead } from './read-large-request.ts'
import type { WorkerAnswer } from './worker.ts'

export type LargeRequests = { open: OpenLargeBody; stop(): Promise<void> }

export type LargeRequestsOptions = {
  workers?: number
  /** Maximum number of requests that wait. The next one is refused as `overloaded`. One application may use half. */
  maxWaiting?: number
  /** Maximum time from the request to the result. A worker that still runs then is ended. */
  maxRunMs?: number
}

/** At least one core is left for the event loop. */
const defaultWorkers = () => Math.max(1, Math.min(4, availableParallelism() - 1))
/** A worker that needs more memory is ended by its runtime, and its request is refused. */
const maxHeapMegabytes = 1_024

/**
 * Threads that decrypt, parse and validate large bodies. They start with the first large body and end after a minute
 * without one.
 */
export const openLargeRequests = (options: LargeRequestsOptions = {}): LargeRequests => {
  const { workers = defaultWorkers(), maxWaiting = 32, maxRunMs = 20_000 } = options
  const pool = new WorkerPool<BodyToRead, WorkerAnswer>({
    script: new URL('./worker.ts', import.meta.url),
    ...{ workers, maxWaiting: workers, idleMs: 60_000 },
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  })
  // Requests wait in the limiter, because the queue of the pool is not fair.
  const takeTurn = fairLimiter({ concurrency: workers, maxWaiting })
  const run = async (large: LargeBody): Promise<WorkerAnswer> => {
    const signal = AbortSignal.timeout(maxRunMs)
    const { applicationId, ...body } = large
    try {
      return await takeTurn({
        holder: applicationId,
        signal,
        run: () => pool.run(body, { transfer: [body.store], signal }),
      })
    } catch (error) {
      // A timeout or a full heap does not mean that the request is wrong.
      throw isForCallers(error) ? error : overloaded(describeError(error))
    }
  }
  return {
    async open(large) {
      const answer = await run(large)
      if ('refusal' in answer) throw asRefusal(answer.refusal)
      const { request } = answer
      if (request.kind === 'batch') return { ...request, body: new LargeBatch(request.body) }
      return { ...request, wrong: request.wrong && asRefusal(request.wrong) }
    },
    stop: () => pool.close(),
  }
}

const overloaded = (detail: string) => new Refusal('overloaded', { retry_after: 1 }, { detail })

const asRefusal = ({ code, context }: PlainRefusal) => new Refusal(code, context)
