import type { Caller, CallOptions, PostOptions } from './call.ts'
import type { Clock } from './clock.ts'
import { pauses, type WaitOptions } from './poll.ts'
import type { AnyResult, Batch, BatchItem, ResultsList } from './shapes.ts'

const defaultTimeoutMs = 600_000

/** `limit` is the number of items in a page, 1 to 500. It only affects the number of calls. */
export type ResultsOptions = WaitOptions & { limit?: number }

type Handle<Result> = string | Batch<Result>

const pathOf = (batch: Handle<unknown>) => `/v1/batches/${encodeURIComponent(idOf(batch))}`
const idOf = (batch: Handle<unknown>) => (typeof batch === 'string' ? batch : batch.id)

/** Asynchronous batches (spec/request-modes#batch-object). Every method rejects with `batch_not_found`, also after 30 days. */
export const batches = (call: Caller, clock: Clock) => {
  const get = <Result = AnyResult>(batch: Handle<Result>, options?: CallOptions): Promise<Batch<Result>> =>
    call.get(pathOf(batch), options)
  return {
    /** The current batch with its counts. */
    get,
    /**
     * Cancels a batch. Items that have not begun fail with `batch_cancelled`. Rejects with `batch_not_cancellable`
     * once finished.
     */
    cancel: <Result = AnyResult>(batch: Handle<Result>, options?: PostOptions): Promise<Batch<Result>> =>
      call.post(`${pathOf(batch)}/cancel`, undefined, options),
    /** Resolves with the finished batch. Rejects with NaniTimeoutError after `timeoutMs` (default 600,000). */
    async wait<Result = AnyResult>(batch: Handle<Result>, options: WaitOptions = {}): Promise<Batch<Result>> {
      const pause = pauses(clock, `Batch ${idOf(batch)}`, defaultTimeoutMs, options)
      for (;;) {
        const current = await get<Result>(batch, { signal: options.signal })
        if (current.status !== 'pending') return current
        await pause.next()
      }
    },
    /**
     * Every item in the order of submission, page after page, as they finish. It can be called at once, and ends with
     * the batch. `timeoutMs` (default 600,000) is the maximum wait without a new item.
     *
     * @example for await (const item of nani.batches.results(batch)) console.log(item.reference, item.status)
     */
    async *results<Result = AnyResult>(
      batch: Handle<Result>,
      options: ResultsOptions = {},
    ): AsyncGenerator<BatchItem<Result>, void, undefined> {
      const pause = pauses(clock, `Batch ${idOf(batch)}`, defaultTimeoutMs, options)
      let cursor: string | null = null
      do {
        const query = new URLSearchParams({ limit: String(options.limit ?? 500) })
        if (cursor !== null) query.set('cursor', cursor)
        const page: ResultsList<Result> = await call.get(`${pathOf(batch)}/results?${query}`, {
          signal: options.signal,
        })
        yield* page.data
        cursor = page.next_cursor
        // A page of a pending batch can be empty and still have a cursor (spec/request-modes#paging).
        if (page.data.length > 0) pause.restart()
        else if (cursor !== null) await pause.next()
      } while (cursor !== null)
    },
  }
}

export type Batches = ReturnType<typeof batches>
