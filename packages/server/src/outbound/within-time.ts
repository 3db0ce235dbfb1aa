import { OutboundFailed } from './failed.ts'

export const tooLate = () => new OutboundFailed('timeout', 'No answer came in time.')

/** The outcome of `work`, or OutboundFailed `timeout` once time is up. */
export const withinTime = <Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate()), Math.max(0, timeoutMs))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
