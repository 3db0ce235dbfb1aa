import { parentPort, type Transferable } from 'node:worker_threads'
import { collectGarbage } from '../collect-garbage.ts'

/** Messages to a worker: the state that all workers share, or a task. */
export type ToWorker = { type: 'state'; state: unknown } | { type: 'task'; id: number; request: unknown }
/** Messages of a worker. The first one reports that it has started. */
export type FromWorker = { type: 'ready' } | { type: 'answer'; id: number; answer?: unknown; error?: Error }

type Handlers<State, Request> = {
  setState?(state: State): void
  perform(request: Request): unknown
}

class Transferred {
  readonly answer: unknown
  readonly list: readonly Transferable[]

  constructor(answer: unknown, list: readonly Transferable[]) {
    this.answer = answer
    this.list = list
  }
}

/** An answer whose memory is moved to the pool. A copy would block the event loop. */
export const withTransfer = (answer: unknown, list: readonly Transferable[]): unknown =>
  new Transferred(answer, list)

/** A thread that waits allocates nothing, so that its garbage would stay. */
const garbageAfterMs = 10_000

/** The worker's side of a `WorkerPool`: receives states and answers tasks. */
export const serveTasks = <State, Request>({ setState, perform }: Handlers<State, Request>): void => {
  const port = parentPort
  if (port === null) throw new Error('runs in a worker thread only')
  const send = (message: FromWorker, list: readonly Transferable[] = []) => port.postMessage(message, list)
  const sendAnswer = (id: number, answered: unknown) => {
    const { answer, list } = answered instanceof Transferred ? answered : { answer: answered, list: [] }
    send({ type: 'answer', id, answer }, list)
  }
  const idle = setTimeout(collectGarbage, garbageAfterMs).unref()
  const answerTask = async (id: number, request: Request) => {
    try {
      const answered = perform(request)
      sendAnswer(id, answered instanceof Promise ? await answered : answered)
    } catch (error) {
      send({ type: 'answer', id, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  port.on('message', (message: ToWorker) => {
    idle.refresh()
    if (message.type === 'state') setState?.(message.state as State)
    else void answerTask(message.id, message.request as Request)
  })
  send({ type: 'ready' })
}
