import { OutboundFailed } from './failed.ts'

export const tooLate = () => new OutboundFailed('timeout', 'The server did not respond in time.')

/** The result of `work`, or OutboundFailed `timeout` after the time limit. */
export const withinTime = <Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate()), Math.max(0, timeoutMs))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
