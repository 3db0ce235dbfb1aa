import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../core/index.ts'

export type WorkerPoolOptions = {
  script: URL
  workers: number
  /** Tasks that may wait, single ones and parts of batches each. */
  maxQueued: number
  /** How long a task may wait for a worker. */
  maxWaitMs?: number
  /** How long it may run; the worker is replaced then. */
  maxRunMs?: number
}

/** What a worker is sent: the state that all of them share, or a task. */
export type ToWorker = { type: 'state'; state: unknown } | { type: 'task'; id: number; request: unknown }
/** What it answers; first of all, unasked, that it is there. */
export type FromWorker = { type: 'ready' } | { type: 'answer'; id: number; answer?: unknown; error?: Error }

type Task = {
  id: number
  request: unknown
  crashes: number
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout | undefined
}
type Seat = { worker: Worker; isReady: boolean; ready: PromiseWithResolvers<void>; task: Task | null }
type Queue = 'single' | 'batch'

const MAX_CRASHES = 2
/** After so many single tasks in a row, a part of a batch has its turn. */
const SINGLES_PER_BATCH_PART = 4
const RESPAWN_MS = { first: 10, longest: 5_000 }

/** One core is left to the event loop. */
export const defaultWorkers = (): number => Math.max(1, availableParallelism() - 1)

const overloaded = (detail: string) => new Refusal('overloaded', { retry_after: 1 }, detail)

/**
 * Threads that do one task at a time. A task is answered or refused, never lost: that of a worker that crashes is
 * given to another one, once.
 */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>
  readonly #seats = new Set<Seat>()
  readonly #queues: Record<Queue, Task[]> = { single: [], batch: [] }
  readonly #respawns = new Set<NodeJS.Timeout>()
  #state: unknown = null
  #nextId = 1
  #singlesInRow = 0
  #failuresInRow = 0
  #replaced = 0
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = { maxWaitMs: 10_000, maxRunMs: 60_000, ...options }
    for (let count = 0; count < options.workers; count++) this.#spawn()
  }

  get workers(): number {
    return this.#options.workers
  }

  get queued(): number {
    return this.#queues.single.length + this.#queues.batch.length
  }

  get replacedWorkers(): number {
    return this.#replaced
  }

  /** Resolves when every worker can take tasks; tasks may be given before. */
  async started(): Promise<void> {
    await Promise.all([...this.#seats].map((seat) => seat.ready.promise))
  }

  /** Every task given from now on runs after its worker took this state. */
  setState(state: unknown): void {
    this.#state = state
    for (const seat of this.#seats) seat.worker.postMessage({ type: 'state', state } satisfies ToWorker)
  }

  /** Runs a task. Parts of a batch wait in a queue of their own and take turns with the others. */
  run(request: unknown, queue: Queue = 'single'): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(overloaded('closed'))
    if (this.#queues[queue].length >= this.#options.maxQueued) return Promise.reject(overloaded('queue'))
    return new Promise((resolve, reject) => {
      const task: Task = { id: this.#nextId++, request, crashes: 0, resolve, reject, timer: undefined }
      task.timer = setTimeout(() => this.#giveUpWaiting(task, queue), this.#options.maxWaitMs)
      this.#queues[queue].push(task)
      this.#fill()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#respawns) clearTimeout(timer)
    for (const queue of Object.values(this.#queues))
      for (const task of queue.splice(0)) this.#end(task, () => task.reject(overloaded('closed')))
    await Promise.all([...this.#seats].map((seat) => seat.worker.terminate()))
  }

  #spawn(): void {
    const seat: Seat = {
      worker: new Worker(this.#options.script),
      isReady: false,
      ready: Promise.withResolvers(),
      task: null,
    }
    this.#seats.add(seat)
    // A house that has stopped everything else is not held open by idle workers.
    seat.worker.unref()
    seat.worker.on('message', (message: FromWorker) => this.#hear(seat, message))
    // 'exit' follows, and does what there is to do.
    seat.worker.on('error', () => {})
    seat.worker.once('exit', () => this.#replace(seat))
    if (this.#state !== null)
      seat.worker.postMessage({ type: 'state', state: this.#state } satisfies ToWorker)
  }

  #fill(): void {
    for (const seat of this.#seats) {
      if (seat.task !== null || !seat.isReady) continue
      const task = this.#next()
      if (task === undefined) return
      clearTimeout(task.timer)
      task.timer = setTimeout(() => void seat.worker.terminate(), this.#options.maxRunMs)
      seat.task = task
      seat.worker.postMessage({ type: 'task', id: task.id, request: task.request } satisfies ToWorker)
    }
  }

  #next(): Task | undefined {
    const { single, batch } = this.#queues
    const isBatchTurn = single.length === 0 || this.#singlesInRow >= SINGLES_PER_BATCH_PART
    if (batch.length > 0 && isBatchTurn) {
      this.#singlesInRow = 0
      return batch.shift()
    }
    this.#singlesInRow++
    return single.shift()
  }

  #hear(seat: Seat, message: FromWorker): void {
    if (message.type === 'ready') {
      seat.isReady = true
      seat.ready.resolve()
      this.#failuresInRow = 0
    } else if (seat.task?.id === message.id) {
      const { task } = seat
      const { answer, error } = message
      seat.task = null
      this.#end(task, () => (error === undefined ? task.resolve(answer) : task.reject(error)))
    }
    this.#fill()
  }

  #end(task: Task, settle: () => void): void {
    clearTimeout(task.timer)
    settle()
  }

  #giveUpWaiting(task: Task, queue: Queue): void {
    const at = this.#queues[queue].indexOf(task)
    if (at < 0) return
    this.#queues[queue].splice(at, 1)
    task.reject(overloaded('waited too long'))
  }

  #replace(seat: Seat): void {
    this.#seats.delete(seat)
    seat.ready.resolve()
    const { task } = seat
    if (this.#isClosed) {
      if (task !== null) this.#end(task, () => task.reject(overloaded('closed')))
      return
    }
    this.#replaced++
    if (task !== null) this.#retry(task)
    // A worker that cannot even start is not started in a tight loop.
    const delayMs = Math.min(RESPAWN_MS.longest, RESPAWN_MS.first * 2 ** this.#failuresInRow++)
    const timer = setTimeout(() => {
      this.#respawns.delete(timer)
      this.#spawn()
    }, delayMs)
    this.#respawns.add(timer)
  }

  #retry(task: Task): void {
    clearTimeout(task.timer)
    task.crashes++
    if (task.crashes >= MAX_CRASHES) {
      task.reject(overloaded('the worker crashed'))
      return
    }
    task.timer = setTimeout(() => this.#giveUpWaiting(task, 'single'), this.#options.maxWaitMs)
    this.#queues.single.unshift(task)
    this.#fill()
  }
}
