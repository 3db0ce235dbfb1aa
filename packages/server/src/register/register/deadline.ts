import { describeError, isForCallers, Refusal } from '@nani/foundation/core/index.ts'
import type { Register } from './register.ts'

/**
 * Limits the response time of a register (spec/errors#codes-of-the-server): a timeout or a failure is
 * `register_unavailable`. The internal cause is logged (`detail`) and never sent to the caller. A refusal is
 * unchanged.
 */
export const withDeadline = (register: Register, timeoutMs: number): Register => ({
  findCitizen: (identifier, view) => inTime(() => register.findCitizen(identifier, view), timeoutMs),
  findBusiness: (identifier, view) => inTime(() => register.findBusiness(identifier, view), timeoutMs),
  findCreditFile: (svcId, view) => inTime(() => register.findCreditFile(svcId, view), timeoutMs),
  readFile: (fileId) => inTime(() => register.readFile(fileId), timeoutMs),
})

const inTime = <T>(ask: () => Promise<T>, timeoutMs: number): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Refusal('register_unavailable', {}, { detail: `no answer within ${timeoutMs} ms` })),
      timeoutMs,
    )
    // An async function, so that a register that throws immediately fails like one that throws later.
    const answer = async () => ask()
    answer()
      .then(resolve, (thrown: unknown) => reject(unavailable(thrown)))
      .finally(() => clearTimeout(timer))
  })

const unavailable = (thrown: unknown): Refusal =>
  isForCallers(thrown) ? thrown : new Refusal('register_unavailable', {}, { detail: describeError(thrown) })
