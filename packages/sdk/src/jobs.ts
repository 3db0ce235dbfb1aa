import type { Caller, CallOptions } from './call.ts'
import type { Clock } from './clock.ts'
import { pauses, type WaitOptions } from './poll.ts'
import type { AnyResult, Job } from './shapes.ts'

const defaultTimeoutMs = 60_000

const idOf = (handle: string | { id: string }) => (typeof handle === 'string' ? handle : handle.id)

/** Asynchronous single requests (spec/request-modes#job-object). */
export const jobs = (call: Caller, clock: Clock) => {
  const get = <Result = AnyResult>(job: string | Job<Result>, options?: CallOptions): Promise<Job<Result>> =>
    call.get(`/v1/jobs/${encodeURIComponent(idOf(job))}`, options)
  return {
    /** The current job. Rejects with `job_not_found`, also after 30 days. */
    get,
    /**
     * Resolves with the finished job: `completed` with `result`, or `failed` with `error`. Rejects with
     * NaniTimeoutError after `timeoutMs` (default 60,000).
     *
     * @example const { result, error } = await nani.jobs.wait(await nani.kyc.validateAsync(request))
     */
    async wait<Result = AnyResult>(
      job: string | Job<Result>,
      options: WaitOptions = {},
    ): Promise<Job<Result>> {
      const pause = pauses(clock, `Job ${idOf(job)}`, defaultTimeoutMs, options)
      for (;;) {
        const current = await get<Result>(job, { signal: options.signal })
        if (current.status !== 'pending') return current
        await pause.next()
      }
    },
  }
}

export type Jobs = ReturnType<typeof jobs>
