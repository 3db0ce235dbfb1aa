import { Refusal } from '../refusal.ts'

type Waiting = { start(): void }
type Work<Result> = { holder: string; signal?: AbortSignal; run(): Promise<Result> }

export type FairLimiterBounds = {
  /** The maximum of running pieces of work. */
  concurrency: number
  /** The maximum of running pieces of one application. Default: `concurrency`. */
  concurrencyPerHolder?: number
  maxWaiting: number
  /** The maximum of pieces of one application, running and waiting. Default: half of all places. */
  maxHeldPerHolder?: number
}

/**
 * Runs a limited number of pieces of work at a time. Applications with waiting work take turns. An application with
 * much work therefore delays another by one piece of work. A piece beyond the places of its application, or beyond
 * all places, is refused as `overloaded`.
 */
export const fairLimiter = ({
  concurrency,
  concurrencyPerHolder = concurrency,
  maxWaiting,
  ...bounds
}: FairLimiterBounds) => {
  const maxHeld = concurrency + maxWaiting
  const maxHeldPerHolder = bounds.maxHeldPerHolder ?? Math.max(1, Math.floor(maxHeld / 2))
  const heldBy = new Map<string, number>()
  const runningOf = new Map<string, number>()
  // The order of the keys is the order of the turns.
  const queues = new Map<string, Waiting[]>()
  let held = 0
  let running = 0

  const enter = (holder: string) => {
    if (held >= maxHeld) throw overloaded('too many wait')
    if (countOf(heldBy, holder) >= maxHeldPerHolder) throw overloaded('too many of one application wait')
    held++
    count(heldBy, holder, 1)
  }
  const leave = (holder: string) => {
    held--
    count(heldBy, holder, -1)
  }
  const mayRun = (holder: string) =>
    running < concurrency && countOf(runningOf, holder) < concurrencyPerHolder
  const begin = (holder: string) => {
    running++
    count(runningOf, holder, 1)
  }
  const end = (holder: string) => {
    running--
    count(runningOf, holder, -1)
    startNext()
  }
  const setQueue = (holder: string, queue: Waiting[]) => {
    if (queue.length > 0) queues.set(holder, queue)
    else queues.delete(holder)
  }
  const turn = (holder: string, signal: AbortSignal | undefined): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = {
      start() {
        signal?.removeEventListener('abort', onAbort)
        begin(holder)
        resolve()
      },
    }
    const onAbort = () => {
      setQueue(
        holder,
        (queues.get(holder) ?? []).filter((other) => other !== waiting),
      )
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    setQueue(holder, [...(queues.get(holder) ?? []), waiting])
    return promise
  }
  /** Gives the free place to the next application that may take it. */
  const startNext = () => {
    for (const [holder, [first, ...rest]] of queues) {
      if (!mayRun(holder)) continue
      queues.delete(holder)
      setQueue(holder, rest)
      return first?.start()
    }
  }

  return async <Result>({ holder, signal, run }: Work<Result>): Promise<Result> => {
    enter(holder)
    try {
      if (mayRun(holder)) begin(holder)
      else await turn(holder, signal)
      try {
        return await run()
      } finally {
        end(holder)
      }
    } finally {
      leave(holder)
    }
  }
}

const countOf = (counts: ReadonlyMap<string, number>, holder: string): number => counts.get(holder) ?? 0

const count = (counts: Map<string, number>, holder: string, change: number): void => {
  const next = countOf(counts, holder) + change
  if (next > 0) counts.set(holder, next)
  else counts.delete(holder)
}

const overloaded = (detail: string) => new Refusal('overloaded', { retry_after: 1 }, { detail })
