import { failureOf } from './failed.ts'

/** The outcome of `work`, or OutboundFailed `timeout` once the signal says that time is up. */
export const withinTime = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const late = () => reject(failureOf(signal.reason))
    signal.addEventListener('abort', late, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })
