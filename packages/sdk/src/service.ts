import type { Caller, CallOptions, PostOptions } from './call.ts'
import type { Batch, BatchRequest, Job, ResultsList } from './shapes.ts'

/**
 * The four request modes of a service (spec/request-modes#four-modes) under its own verb, and reading a result again.
 * Every method rejects with a NaniError.
 */
export type Service<Verb extends string, Request, Result, Shared extends keyof Request> = {
  /** One request, answered immediately. */
  [Name in Verb]: (request: Request, options?: PostOptions) => Promise<Result>
} & {
  /** One request, accepted as a job: `nani.jobs.wait(job)` gives its result. */
  [Name in `${Verb}Async`]: (request: Request, options?: PostOptions) => Promise<Job<Result>>
} & {
  /** Up to 50 items, answered together in order. A failed item never fails the list. */
  [Name in `${Verb}Batch`]: (
    request: BatchRequest<Request, Shared>,
    options?: PostOptions,
  ) => Promise<ResultsList<Result>>
} & {
  /** Up to 10,000 items. `nani.batches.results(batch)` returns them as they finish. */
  [Name in `${Verb}BatchAsync`]: (
    request: BatchRequest<Request, Shared>,
    options?: PostOptions,
  ) => Promise<Batch<Result>>
} & {
  /** A result as first answered, with new signed URLs, for 30 days. After that `not_found`. */
  retrieve: (id: string, options?: CallOptions) => Promise<Result>
}

/**
 * Makes the methods of one service from its path and verb.
 *
 * @example service<AgeVerificationRequest, AgeVerification, 'purpose' | 'scopes'>(call)('/v1/age/verifications', 'verify')
 */
export const service =
  <Request extends object, Result, Shared extends keyof Request>(call: Caller) =>
  <Verb extends string>(path: string, verb: Verb): Service<Verb, Request, Result, Shared> => {
    const post = (to: string, prefer?: 'respond-async') => (request: object, options?: PostOptions) =>
      call.post(to, request, options, prefer)
    return {
      [verb]: post(path),
      [`${verb}Async`]: post(path, 'respond-async'),
      [`${verb}Batch`]: post(`${path}/batches`),
      [`${verb}BatchAsync`]: post(`${path}/batches`, 'respond-async'),
      retrieve: (id: string, options?: CallOptions) => call.get(`${path}/${encodeURIComponent(id)}`, options),
      // The compiler cannot derive computed names, so the type above is asserted.
    } as unknown as Service<Verb, Request, Result, Shared>
  }
