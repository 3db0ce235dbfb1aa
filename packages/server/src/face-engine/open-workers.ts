import { Piscina } from 'piscina'
import { Refusal } from '../core/index.ts'
import { tookTooLong } from './took-too-long.ts'

export type WorkersOptions = {
  filename: string
  workerData?: unknown
  workers: number
  /** Maximum number of waiting tasks. Further ones are refused as `overloaded`. */
  maxWaiting: number
  /**
   * Maximum time that a task runs, without its wait. After that, the worker is left alone, and another one replaces
   * it.
   */
  maxRunMs: number
}

/** A thread, and the pool that restarts it after a crash. */
type Seat<Task, Answer> = Piscina<Task, Answer>

const secondsToRetry = 1
const overloaded = (detail: string) => new Refusal('overloaded', { retry_after: secondsToRetry }, detail)

/**
 * Threads that run one task at a time. A hanging thread is not ended, because the runtime of the models aborts the
 * process if a thread ends inside it. It is ended when it returns. Until then it keeps its memory, so the number of
 * replaced workers is limited to the number of workers.
 */
export const openWorkers = <Task, Answer>(options: WorkersOptions) => {
  const { filename, workerData, workers, maxWaiting, maxRunMs } = options
  const serving = new Set<Seat<Task, Answer>>()
  const free: Seat<Task, Answer>[] = []
  const waiting: PromiseWithResolvers<Seat<Task, Answer>>[] = []
  const underWay = new Set<Promise<Answer>>()
  let hanging = 0
  let isClosed = false

  const give = (seat: Seat<Task, Answer>) => {
    const next = waiting.shift()
    if (next) next.resolve(seat)
    else free.push(seat)
  }
  const replenish = () => {
    while (!isClosed && serving.size < workers && serving.size + hanging < 2 * workers) {
      const seat = new Piscina<Task, Answer>({ filename, workerData, minThreads: 1, maxThreads: 1 })
      serving.add(seat)
      give(seat)
    }
  }
  const refuseWaiting = (why: string) => {
    for (const turn of waiting.splice(0)) turn.reject(overloaded(why))
  }
  const leave = (seat: Seat<Task, Answer>) => {
    serving.delete(seat)
    hanging++
    replenish()
    if (serving.size === 0) refuseWaiting('no worker responds')
  }
  const comeBack = (seat: Seat<Task, Answer>) => {
    if (serving.has(seat)) return give(seat)
    hanging--
    replenish()
    return seat.destroy()
  }
  const take = async (): Promise<Seat<Task, Answer>> => {
    const seat = free.pop()
    if (seat) return seat
    if (serving.size === 0) throw overloaded('no worker responds')
    if (waiting.length >= maxWaiting) throw overloaded('too many tasks wait')
    const turn = Promise.withResolvers<Seat<Task, Answer>>()
    waiting.push(turn)
    return turn.promise
  }
  const runIn = (seat: Seat<Task, Answer>, task: Task): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        leave(seat)
        reject(tookTooLong(`a worker did not answer within ${maxRunMs} ms`))
      }, maxRunMs)
      seat
        .run(task)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer)
          return comeBack(seat)
        })
    })

  replenish()
  return {
    async run(task: Task): Promise<Answer> {
      if (isClosed) throw overloaded('closed')
      // It is registered at once, because a close must see tasks that have a worker and are about to begin.
      const answer = take().then((seat) => runIn(seat, task))
      underWay.add(answer)
      return answer.finally(() => underWay.delete(answer))
    },
    /** False if every worker hangs. */
    canServe: (): boolean => !isClosed && serving.size > 0,
    /** Waits for running tasks up to their maximum time. A thread must not end while a model runs in it. */
    async close(): Promise<void> {
      isClosed = true
      refuseWaiting('closed')
      await Promise.allSettled(underWay)
      await Promise.all([...serving].map((seat) => seat.destroy()))
    },
  }
}
