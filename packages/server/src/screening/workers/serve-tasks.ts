import { parentPort } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './worker-pool.ts'

/** The worker's side of a `WorkerPool`: receives states and answers tasks. */
export const serveTasks = <State, Request>(handlers: {
  setState: (state: State) => void
  perform: (request: Request) => unknown
}): void => {
  const port = parentPort
  if (port === null) throw new Error('runs in a worker thread only')
  port.on('message', (message: ToWorker) => {
    if (message.type === 'state') return handlers.setState(message.state as State)
    const { id } = message
    try {
      port.postMessage({
        type: 'answer',
        id,
        answer: handlers.perform(message.request as Request),
      } satisfies FromWorker)
    } catch (error) {
      port.postMessage({
        type: 'answer',
        id,
        error: error instanceof Error ? error : new Error(String(error)),
      } satisfies FromWorker)
    }
  })
  port.postMessage({ type: 'ready' } satisfies FromWorker)
}
